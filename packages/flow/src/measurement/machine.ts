// SPDX-License-Identifier: Apache-2.0
/**
 * One person's measurement from the dark camera to the result, and everything that can happen in between. Pure: the
 * camera, the capture and the service are ports; time is the actor's clock.
 */
import { MEASUREMENT } from '@perfuse/contract/limits';
import type { ResultMessage } from '@perfuse/contract/results/message';
import {
  assign,
  cancel,
  fromCallback,
  fromPromise,
  raise,
  sendTo,
  setup,
  type DoneActorEvent,
  type SnapshotFrom,
} from 'xstate';
import {
  filmingS,
  initialContext,
  NEW_ATTEMPT,
  readingOf,
  withResult,
  type MeasurementContext,
  type MeasurementInput,
} from './context.ts';
import { deliveryMachine, type DeliveryCommand, type DeliveryNews } from './delivery.ts';
import { FAILURES, failureCodeOf, type FailureCode } from './failures.ts';
import type {
  CameraPort,
  CaptureNews,
  CapturePlan,
  CapturePort,
  FaceReading,
  FrameRate,
  RecordedChunk,
} from './ports.ts';
import { readinessAfter } from './readiness.ts';
import { signalCancels } from './signal-rule.ts';

export type MeasurementCommand =
  /** Also measures again after any end. */
  | { readonly type: 'OPEN_CAMERA' }
  | { readonly type: 'SWITCH_CAMERA' }
  | { readonly type: 'START' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'TAB_HIDDEN' }
  /** Closes what is shown after an end. */
  | { readonly type: 'DISMISS' }
  /** The person goes to another screen. */
  | { readonly type: 'LEAVE' };

type PortEvent =
  | { readonly type: 'FACE'; readonly face: FaceReading }
  | { readonly type: 'RATE'; readonly rate: FrameRate }
  | { readonly type: 'CHUNK_READY'; readonly chunk: RecordedChunk }
  | { readonly type: 'RECORDED' }
  | { readonly type: 'CAMERA_LOST' }
  | { readonly type: 'CAPTURE_FAILED'; readonly code: FailureCode };

interface EndEvent {
  readonly type: 'END';
  readonly code: FailureCode;
}

type MeasurementEvent =
  MeasurementCommand | PortEvent | DeliveryNews | EndEvent | { readonly type: 'TIMED_OUT' };

/** A face may be gone for this long while filming, ms. */
export const FACE_LOST_MS = 3000;

export const PHASES = [
  'idle',
  'starting',
  'preparing',
  'ready',
  'measuring',
  'analysing',
  'done',
  'cancelled',
  'failed',
] as const;
export type Phase = (typeof PHASES)[number];

function portEvent(news: CaptureNews): PortEvent | null {
  switch (news.type) {
    case 'face':
      return { type: 'FACE', face: news };
    case 'rate':
      return { type: 'RATE', rate: news };
    case 'chunk':
      return { type: 'CHUNK_READY', chunk: news };
    case 'recorded':
      return { type: 'RECORDED' };
    case 'ended':
      return { type: 'CAMERA_LOST' };
    case 'failed':
      return { type: 'CAPTURE_FAILED', code: news.code };
    case 'timing':
      return null;
  }
}

const portNews = fromCallback<
  PortEvent,
  { readonly camera: CameraPort; readonly capture: CapturePort }
>(({ input: { camera, capture }, sendBack }) => {
  const tell = (event: PortEvent): void => sendBack(event);
  const endings = [
    capture.subscribe((news) => {
      const event = portEvent(news);
      if (event !== null) tell(event);
    }),
    camera.onLost(() => tell({ type: 'CAMERA_LOST' })),
  ];
  return () => endings.forEach((unsubscribe) => unsubscribe());
});

const prepare = fromPromise<CapturePlan, MeasurementContext['ports']>(
  async ({ input: { capture, analysis }, signal }) => {
    const [plan] = await Promise.all([analysis.plan(signal), capture.start(signal)]);
    return plan;
  },
);

const isLast = (context: MeasurementContext, index: number): boolean =>
  index === (context.plan?.chunkCount ?? MEASUREMENT.chunkCount) - 1;

interface ResultParams {
  readonly index: number;
  readonly message: ResultMessage;
}

/** Draw it: paste the configuration into https://stately.ai/viz. */
export const measurementMachine = setup({
  types: {
    context: {} as MeasurementContext,
    input: {} as MeasurementInput,
    events: {} as MeasurementEvent,
    tags: {} as Phase,
  },
  delays: { SECOND: 1000, FACE_LOST: FACE_LOST_MS, TIMEOUT: MEASUREMENT.timeoutMs },
  actors: {
    portNews,
    prepare,
    delivery: deliveryMachine,
    openCamera: fromPromise<undefined, CameraPort>(async ({ input, signal }) => {
      await input.open(signal);
      return undefined;
    }),
  },
  guards: {
    ready: ({ context }) => context.plan !== null && context.readiness.ready,
    notReady: ({ context }) => !context.readiness.ready,
    autoStart: ({ context }) => context.settings.autoStart,
    faceGone: ({ context }) => context.readiness.reason === 'no-face',
    faceThere: ({ context }) => context.readiness.reason !== 'no-face',
    couldGoOn: (_, { code }: EndEvent) => FAILURES[code].state === 'cancelled',
    repeated: ({ context }, { index }: ResultParams) => context.answered.includes(index),
    signalCancels: (_, { index, message }: ResultParams) =>
      signalCancels(index, readingOf(index, message).snr),
    lastFailed: ({ context }, { index, message }: ResultParams) =>
      isLast(context, index) && message.Error.Code !== 'OK',
    last: ({ context }, { index }: ResultParams) => isLast(context, index),
    hasHeartRate: (_, { index, message }: ResultParams) => readingOf(index, message).bpm !== null,
  },
  actions: {
    beginAttempt: assign(NEW_ATTEMPT),
    readFace: assign(({ context }, { face }: { face: FaceReading }) => ({
      readiness: readinessAfter(context.readiness, face, context.settings.constraints),
    })),
    readRate: assign((_, { rate }: { rate: FrameRate }) => ({ frameRate: rate })),
    countFrames: assign(({ context }, { chunk }: { chunk: RecordedChunk }) => ({
      frames: {
        seen: context.frames.seen + chunk.frames,
        dropped: context.frames.dropped + chunk.dropped,
        spanMs: context.frames.spanMs + chunk.endMs - chunk.startMs,
      },
    })),
    noteResult: assign(({ context }, { index, message }: ResultParams) =>
      withResult(context, readingOf(index, message)),
    ),
    noteFailure: assign(({ context }, { code }: EndEvent) => ({
      failure: code,
      failures: { ...context.failures, [code]: (context.failures[code] ?? 0) + 1 },
    })),
    setClock: assign({ secondsLeft: ({ context }) => filmingS(context.plan) }),
    countDown: assign({ secondsLeft: ({ context }) => Math.max(0, context.secondsLeft - 1) }),
    record: ({ context: { ports, plan } }) => {
      if (plan !== null) ports.capture.record(plan);
    },
    stopRecording: ({ context: { ports } }) => ports.capture.stop(),
    releaseCamera: ({ context: { ports } }) => {
      ports.capture.detach();
      ports.camera.close();
    },
    discard: ({ context: { ports, measurementId } }) => {
      if (measurementId !== null) ports.analysis.discard(measurementId);
    },
    startTimeout: raise({ type: 'TIMED_OUT' }, { delay: 'TIMEOUT', id: 'timeout' }),
    stopTimeout: cancel('timeout'),
    deliver: sendTo(
      'delivery',
      ({ context }, { chunk }: { chunk: RecordedChunk }): DeliveryCommand => ({
        type: 'CHUNK',
        chunk: { index: chunk.index, payload: chunk.payload, last: isLast(context, chunk.index) },
      }),
    ),
    end: raise((_, { code }: { code: FailureCode }): EndEvent => ({ type: 'END', code })),
    endWithFault: raise((_, { error }: { error: unknown }): EndEvent => ({
      type: 'END',
      code: failureCodeOf(error),
    })),
  },
}).createMachine({
  id: 'measurement',
  context: ({ input }) => initialContext(input),
  initial: 'idle',
  invoke: { src: 'portNews', input: ({ context }) => context.ports },
  on: {
    LEAVE: '.idle',
    FACE: { actions: { type: 'readFace', params: ({ event }) => event } },
    RATE: { actions: { type: 'readRate', params: ({ event }) => event } },
    // The one way to an end; the catalogue says to which.
    END: [
      {
        guard: { type: 'couldGoOn', params: ({ event }) => event },
        target: '.cancelled',
        actions: { type: 'noteFailure', params: ({ event }) => event },
      },
      { target: '.failed', actions: { type: 'noteFailure', params: ({ event }) => event } },
    ],
  },
  states: {
    idle: {
      tags: 'idle',
      entry: 'releaseCamera',
      on: { OPEN_CAMERA: 'starting' },
    },
    starting: {
      tags: 'starting',
      entry: 'beginAttempt',
      invoke: {
        src: 'openCamera',
        input: ({ context }) => context.ports.camera,
        onDone: 'framing',
        onError: {
          actions: { type: 'endWithFault', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { CANCEL: 'idle', SWITCH_CAMERA: { target: 'starting', reenter: true } },
    },
    framing: {
      invoke: {
        src: 'prepare',
        input: ({ context }) => context.ports,
        onDone: {
          actions: assign({
            plan: ({ event }: { event: DoneActorEvent<CapturePlan> }) => event.output,
          }),
        },
        onError: {
          actions: { type: 'endWithFault', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: {
        CANCEL: 'idle',
        SWITCH_CAMERA: 'starting',
        CAMERA_LOST: { actions: { type: 'end', params: { code: 'CAMERA_STOPPED' } } },
        CAPTURE_FAILED: {
          actions: { type: 'end', params: ({ event }) => ({ code: event.code }) },
        },
      },
      initial: 'preparing',
      states: {
        preparing: { tags: 'preparing', always: { guard: 'ready', target: 'ready' } },
        ready: {
          tags: 'ready',
          always: [
            { guard: 'notReady', target: 'preparing' },
            { guard: 'autoStart', target: '#measurement.running' },
          ],
          on: { START: '#measurement.running' },
        },
      },
    },
    running: {
      entry: 'startTimeout',
      exit: 'stopTimeout',
      invoke: {
        id: 'delivery',
        src: 'delivery',
        input: ({ context: { ports } }) => ({
          analysis: ports.analysis,
          retry: ports.retry,
          now: ports.now,
        }),
      },
      on: {
        CANCEL: { actions: { type: 'end', params: { code: 'CANCELED' } } },
        LEAVE: { target: '#measurement.idle', actions: 'discard' },
        TIMED_OUT: { actions: { type: 'end', params: { code: 'MEASUREMENT_TIMED_OUT' } } },
        CREATED: { actions: assign({ measurementId: ({ event }) => event.measurementId }) },
        CONNECTION: { actions: assign({ online: ({ event }) => event.state === 'back' }) },
        DELIVERY_FAILED: {
          actions: { type: 'end', params: ({ event }) => ({ code: event.code }) },
        },
        RESULT: [
          { guard: { type: 'repeated', params: ({ event }) => event } },
          {
            guard: { type: 'signalCancels', params: ({ event }) => event },
            actions: [
              { type: 'noteResult', params: ({ event }) => event },
              { type: 'end', params: { code: 'SNR_QUALITY' } },
            ],
          },
          {
            guard: { type: 'lastFailed', params: ({ event }) => event },
            actions: { type: 'end', params: { code: 'ANALYSIS_FAILED' } },
          },
          {
            guard: { type: 'last', params: ({ event }) => event },
            target: '#measurement.done',
            actions: { type: 'noteResult', params: ({ event }) => event },
          },
          {
            guard: { type: 'hasHeartRate', params: ({ event }) => event },
            actions: [
              { type: 'noteResult', params: ({ event }) => event },
              'stopTimeout',
              'startTimeout',
            ],
          },
          { actions: { type: 'noteResult', params: ({ event }) => event } },
        ],
      },
      initial: 'measuring',
      states: {
        measuring: {
          tags: 'measuring',
          entry: ['setClock', 'record'],
          exit: 'stopRecording',
          type: 'parallel',
          on: {
            TAB_HIDDEN: { actions: { type: 'end', params: { code: 'TAB_HIDDEN' } } },
            CAMERA_LOST: { actions: { type: 'end', params: { code: 'CAMERA_STOPPED' } } },
            CAPTURE_FAILED: {
              actions: { type: 'end', params: ({ event }) => ({ code: event.code }) },
            },
            CHUNK_READY: {
              actions: [
                { type: 'countFrames', params: ({ event }) => event },
                { type: 'deliver', params: ({ event }) => event },
              ],
            },
            RECORDED: 'analysing',
          },
          states: {
            countdown: {
              initial: 'second',
              states: {
                second: {
                  after: { SECOND: { target: 'second', reenter: true, actions: 'countDown' } },
                },
              },
            },
            face: {
              initial: 'there',
              states: {
                there: { always: { guard: 'faceGone', target: 'gone' } },
                gone: {
                  always: { guard: 'faceThere', target: 'there' },
                  after: {
                    FACE_LOST: { actions: { type: 'end', params: { code: 'FACE_LOST' } } },
                  },
                },
              },
            },
          },
        },
        // Filming is over: the camera's light goes out while the service computes.
        analysing: { tags: 'analysing', entry: 'releaseCamera' },
      },
    },
    done: {
      tags: 'done',
      entry: 'releaseCamera',
      on: { OPEN_CAMERA: 'starting', DISMISS: 'idle' },
    },
    cancelled: {
      tags: 'cancelled',
      entry: ['releaseCamera', 'discard'],
      on: { OPEN_CAMERA: 'starting', DISMISS: 'idle' },
    },
    failed: {
      tags: 'failed',
      entry: ['releaseCamera', 'discard'],
      on: { OPEN_CAMERA: 'starting', DISMISS: 'idle' },
    },
  },
});

export type MeasurementSnapshot = SnapshotFrom<typeof measurementMachine>;

/** The state in one word, as people and the specification name it. */
export function phaseOf(snapshot: Pick<MeasurementSnapshot, 'hasTag'>): Phase {
  return PHASES.find((phase) => snapshot.hasTag(phase)) ?? 'idle';
}
