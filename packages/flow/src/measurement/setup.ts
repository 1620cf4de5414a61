// SPDX-License-Identifier: Apache-2.0
/** Building blocks of the measurement's states: guards, actions, actors and delays. */
import { FAILURES, type FailureCode } from '@perfuse/contract/failures/catalogue';
import { MEASUREMENT } from '@perfuse/contract/limits';
import type { ResultMessage } from '@perfuse/contract/results/message';
import { assign, cancel, raise, sendTo, setup } from 'xstate';
import type { DeliveryCommand } from '../delivery/events.ts';
import { deliveryMachine } from '../delivery/machine.ts';
import { checkUpAfter, checkUpWithRate } from './check-up.ts';
import { lockCamera, openCamera, portEvents, prepare } from './actors.ts';
import {
  filmingS,
  NEW_ATTEMPT,
  readingOf,
  withResult,
  type MeasurementContext,
  type MeasurementInput,
} from './context.ts';
import type { EndEvent, MeasurementEvent } from './events.ts';
import { failureCodeOf } from './failures.ts';
import type { Phase } from './phases.ts';
import type { FaceReading, FrameRate, RecordedChunk } from './ports.ts';
import { readinessAfter } from './readiness.ts';
import { signalCancels } from './signal-rule.ts';

/** Longest time without a face while filming, ms. */
export const FACE_LOST_MS = 3000;

/** Longest delay in counting a second of filming, ms; beyond it the device slept. A busy page is late too. */
export const SLEEP_THRESHOLD_MS = 10_000;

const isLast = (context: MeasurementContext, index: number): boolean =>
  index === (context.plan?.chunkCount ?? MEASUREMENT.chunkCount) - 1;

interface ResultParams {
  readonly index: number;
  readonly message: ResultMessage;
}

export const measurementSetup = setup({
  types: {
    context: {} as MeasurementContext,
    input: {} as MeasurementInput,
    events: {} as MeasurementEvent,
    tags: {} as Phase,
  },
  delays: { SECOND: 1000, FACE_LOST: FACE_LOST_MS, TIMEOUT: MEASUREMENT.timeoutMs },
  actors: {
    portEvents,
    prepare,
    delivery: deliveryMachine,
    openCamera,
    lockCamera,
  },
  guards: {
    ready: ({ context }) => context.plan !== null && context.readiness.ready,
    notReady: ({ context }) => !context.readiness.ready,
    autoStart: ({ context }) => context.settings.autoStart,
    faceGone: ({ context }) => context.readiness.reason === 'no-face',
    faceThere: ({ context }) => context.readiness.reason !== 'no-face',
    couldGoOn: (_, { code }: EndEvent) => FAILURES[code].state === 'cancelled',
    slept: ({ context: { countedAtMs, ports } }) =>
      countedAtMs !== null && ports.wallClock() - countedAtMs > SLEEP_THRESHOLD_MS,
    repeated: ({ context }, { index }: ResultParams) => context.answered.includes(index),
    signalCancels: (_, { index, message }: ResultParams) =>
      signalCancels(index, readingOf(index, message).snr),
    lastFailed: ({ context }, { index, message }: ResultParams) =>
      isLast(context, index) && message.Error.Code !== 'OK',
    last: ({ context }, { index }: ResultParams) => isLast(context, index),
    hasHeartRate: (_, { index, message }: ResultParams) => readingOf(index, message).bpm !== null,
  },
  actions: {
    beginAttempt: assign(({ context }) => ({
      ...NEW_ATTEMPT,
      settings: context.ports.settings(),
    })),
    readFace: assign(({ context }, { face }: { face: FaceReading }) => {
      const { constraints, checkUp: levels } = context.settings;
      const checkUp = checkUpAfter(context.checkUp, face, levels);
      const { obstacle } = checkUp;
      return {
        checkUp,
        readiness: readinessAfter(context.readiness, face, constraints, obstacle),
      };
    }),
    readRate: assign(({ context }, { rate }: { rate: FrameRate }) => ({
      frameRate: rate,
      checkUp: checkUpWithRate(context.checkUp, rate.framesPerS),
    })),
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
      endedAtMs: context.ports.now(),
      failures: { ...context.failures, [code]: (context.failures[code] ?? 0) + 1 },
    })),
    setClock: assign(({ context }) => ({
      startedAtMs: context.ports.now(),
      countedAtMs: context.ports.wallClock(),
      secondsLeft: filmingS(context.plan),
    })),
    countDown: assign(({ context }) => ({
      countedAtMs: context.ports.wallClock(),
      secondsLeft: Math.max(0, context.secondsLeft - 1),
    })),
    record: ({ context: { ports, plan } }) => {
      if (plan !== null) ports.capture.record(plan);
    },
    stopRecording: ({ context: { ports } }) => ports.capture.stop(),
    unlockCamera: ({ context: { ports } }) => ports.camera.unlock(),
    detachCamera: ({ context: { ports } }) => ports.capture.detach(),
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
});
