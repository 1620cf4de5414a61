// SPDX-License-Identifier: Apache-2.0
/** Fake ports whose answers a test controls, and a measurement on a simulated clock. */
import {
  encodeChannels,
  RESULT_MULTIPLIER,
  type ResultMessage,
} from '@perfuse/contract/results/message';
import { createActor, SimulatedClock, type ActorRefFrom } from 'xstate';
import type { MeasurementSettings } from './context.ts';
import { GOOD_FACE } from '../testing/good-face.ts';
import { backOffPolicy, type RetryPolicy } from '../delivery/retry-policy.ts';
import type { MeasurementCommand } from './events.ts';
import { measurementMachine } from './machine.ts';
import { phaseOf, type Phase } from './phases.ts';
import type {
  AnalysisPort,
  CameraLostCode,
  CameraPort,
  CaptureNotification,
  CapturePlan,
  CapturePort,
  ConnectionListener,
  FaceReading,
  OutgoingChunk,
} from './ports.ts';

export const PLAN: CapturePlan = { chunkCount: 6, chunkS: 5 };
export const MEASUREMENT_ID = 'm-1';

export { GOOD_FACE };
export const NO_FACE: FaceReading = { ...GOOD_FACE, found: false, width: 0, facesSeen: 0 };

/** A promise that the test settles. */
export interface Pending<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}
export function pending<T>(): Pending<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

export interface FakeConnection {
  readonly listener: ConnectionListener;
  readonly sent: { readonly chunk: OutgoingChunk; readonly ack: Pending<undefined> }[];
  closed: boolean;
}

export function resultMessage(
  index: number,
  {
    bpm = 72,
    snr = 8,
    error = 'OK',
  }: { bpm?: number | null; snr?: number | null; error?: string } = {},
): ResultMessage {
  return {
    MeasurementID: MEASUREMENT_ID,
    MeasurementDataID: `${MEASUREMENT_ID}:${String(index)}`,
    MeasurementResultID: `r-${String(index)}`,
    Multiplier: RESULT_MULTIPLIER,
    Channels: encodeChannels({
      HR_BPM: { value: bpm, kind: bpm === null ? 'missing' : 'measured', source: 'test' },
      SNR: { value: snr, kind: snr === null ? 'missing' : 'measured', source: 'test' },
    }),
    Error: { Code: error },
  };
}

function fakeCamera(options: Pick<TimelineOptions, 'holdsSlowly'>) {
  const opening: Pending<undefined>[] = [];
  const listeners = new Set<(code: CameraLostCode) => void>();
  const state = { open: false };
  const locking: Pending<undefined>[] = [];
  const log: string[] = [];
  const port: CameraPort = {
    open: async () => {
      const next = pending<undefined>();
      opening.push(next);
      await next.promise;
      state.open = true;
    },
    lock: async () => {
      log.push('lock');
      if (options.holdsSlowly !== true) return;
      const next = pending<undefined>();
      locking.push(next);
      await next.promise;
    },
    unlock: () => log.push('unlock'),
    close: () => {
      log.push('close');
      state.open = false;
    },
    onLost: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const lose = (code: CameraLostCode = 'CAMERA_STOPPED'): void =>
    listeners.forEach((listener) => listener(code));
  return { port, opening, locking, log, state, lose };
}

function fakeCapture() {
  const listeners = new Set<(news: CaptureNotification) => void>();
  const starting: Pending<undefined>[] = [];
  const log: string[] = [];
  const port: CapturePort = {
    start: async () => {
      const next = pending<undefined>();
      starting.push(next);
      await next.promise;
    },
    detach: () => log.push('detach'),
    record: (plan) => log.push(`record ${String(plan.chunkCount)}x${String(plan.chunkS)}`),
    stop: () => log.push('stop'),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    port,
    starting,
    log,
    listeners,
    tell: (news: CaptureNotification) => listeners.forEach((listener) => listener(news)),
  };
}

function fakeAnalysis() {
  const planning: Pending<CapturePlan>[] = [];
  const creating: (Pending<string> & { readonly aborted: () => boolean })[] = [];
  const connections: FakeConnection[] = [];
  const missed = new Map<number, ResultMessage | Promise<never>>();
  const asked: number[] = [];
  const discarded: string[] = [];
  const port: AnalysisPort = {
    plan: () => {
      const next = pending<CapturePlan>();
      planning.push(next);
      return next.promise;
    },
    create: (signal) => {
      const next = pending<string>();
      creating.push({ ...next, aborted: () => signal.aborted });
      return next.promise;
    },
    connect: (_, listener) => {
      const connection: FakeConnection = { listener, sent: [], closed: false };
      connections.push(connection);
      return {
        send: async (chunk) => {
          const ack = pending<undefined>();
          connection.sent.push({ chunk, ack });
          await ack.promise;
        },
        close: () => {
          connection.closed = true;
        },
      };
    },
    missedResult: (_, index) => {
      asked.push(index);
      return Promise.resolve(missed.get(index) ?? null);
    },
    discard: (id) => discarded.push(id),
  };
  return { port, planning, creating, connections, missed, asked, discarded };
}

/** Lets promises and the machine's queue settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

export interface TimelineOptions {
  readonly settings?: MeasurementSettings;
  readonly retry?: RetryPolicy;
  /** The service's capture plan; default {@link PLAN}. */
  readonly plan?: CapturePlan;
  /** Whether the test decides when the camera is locked. */
  readonly holdsSlowly?: boolean;
}

export const TEST_RETRY = backOffPolicy({
  firstMs: 1000,
  factor: 2,
  maxMs: 4000,
  giveUpAfterMs: 15_000,
  jitter: 0,
  random: () => 0,
});

/** A measurement with fake ports; every step waits until everything has settled. */
export class Timeline {
  readonly clock = new SimulatedClock();
  readonly camera: ReturnType<typeof fakeCamera>;
  readonly capture = fakeCapture();
  readonly analysis = fakeAnalysis();
  readonly actor: ActorRefFrom<typeof measurementMachine>;
  readonly #plan: CapturePlan;
  /** Time that the device has slept so far, ms, while timers stood still. */
  sleepMs = 0;

  constructor({ settings, retry = TEST_RETRY, plan = PLAN, holdsSlowly }: TimelineOptions = {}) {
    this.#plan = plan;
    this.camera = fakeCamera({ holdsSlowly });
    this.actor = createActor(measurementMachine, {
      clock: this.clock,
      input: {
        camera: this.camera.port,
        capture: this.capture.port,
        analysis: this.analysis.port,
        retry,
        now: () => this.clock.now(),
        wallClock: () => this.clock.now() + this.sleepMs,
        settings: settings === undefined ? undefined : () => settings,
      },
    }).start();
  }

  get phase(): Phase {
    return phaseOf(this.actor.getSnapshot());
  }

  get context() {
    return this.actor.getSnapshot().context;
  }

  get connection(): FakeConnection {
    const last = this.analysis.connections.at(-1);
    if (last === undefined) throw new Error('Nobody has connected yet.');
    return last;
  }

  /** Indices of the chunks sent over the newest connection. */
  get sent(): number[] {
    return this.connection.sent.map(({ chunk }) => chunk.index);
  }

  async send(type: MeasurementCommand['type']): Promise<void> {
    this.actor.send({ type });
    await settle();
  }

  async seconds(count: number): Promise<void> {
    for (let tenth = 0; tenth < count * 10; tenth += 1) {
      this.clock.increment(100);
      await settle();
    }
  }

  async faces(face: FaceReading, readings = 6): Promise<void> {
    for (let reading = 0; reading < readings; reading += 1) {
      this.capture.tell({ type: 'face', ...face });
    }
    await settle();
  }

  async chunk(index: number): Promise<void> {
    this.capture.tell({
      type: 'chunk',
      index,
      payload: Uint8Array.of(index),
      startMs: index * 5000,
      endMs: index * 5000 + 4967,
      frames: 150,
      dropped: 1,
    });
    await settle();
  }

  /** Runs until the tracker sees a good face. */
  async toReady(): Promise<void> {
    await this.send('OPEN_CAMERA');
    this.camera.opening.at(-1)?.resolve(undefined);
    await settle();
    this.capture.starting.at(-1)?.resolve(undefined);
    this.analysis.planning.at(-1)?.resolve(this.#plan);
    await settle();
    await this.faces(GOOD_FACE);
  }

  /** Runs until the first chunk may be sent. */
  async toMeasuring(): Promise<void> {
    await this.toReady();
    await this.send('START');
    this.analysis.creating.at(-1)?.resolve(MEASUREMENT_ID);
    await settle();
    await this.connected();
  }

  async connected(): Promise<void> {
    this.connection.listener.onReady();
    await settle();
  }

  async lost(fault: unknown): Promise<void> {
    this.connection.listener.onLost(fault);
    await settle();
  }

  /** The service stores the newest chunk sent. */
  async acknowledged(): Promise<void> {
    this.connection.sent.at(-1)?.ack.resolve(undefined);
    await settle();
  }

  async result(index: number, values?: Parameters<typeof resultMessage>[1]): Promise<void> {
    this.connection.listener.onResult(resultMessage(index, values));
    await settle();
  }

  async recorded(): Promise<void> {
    this.capture.tell({ type: 'recorded', frames: 900, dropped: 6, framesPerS: 30 });
    await settle();
  }
}

/** A measurement that could start: {@link Timeline.toReady}. */
export async function readyTimeline(options?: TimelineOptions): Promise<Timeline> {
  const timeline = new Timeline(options);
  await timeline.toReady();
  return timeline;
}

/** A measurement that films: {@link Timeline.toMeasuring}. */
export async function measuringTimeline(options?: TimelineOptions): Promise<Timeline> {
  const timeline = new Timeline(options);
  await timeline.toMeasuring();
  return timeline;
}
