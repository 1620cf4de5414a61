// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT } from '@perfuse/contract/limits';
import { SAMPLE_ID_PREFIX } from '@perfuse/contract/results/outcome';
import { RESULT_MULTIPLIER, type ResultMessage } from '@perfuse/contract/results/message';
import {
  MeasurementFault,
  type AnalysisPort,
  type ConnectionListener,
  type OutgoingChunk,
} from '@perfuse/flow';
import type { Engine, EngineAnswer } from './engine.ts';

/** Prefixes of the ids of measurements unknown to any service: those of people, and those of the sample. */
const ID_PREFIX = { person: 'device-', sample: SAMPLE_ID_PREFIX } as const;

export interface DeviceAnalysisDeps {
  readonly engine: Engine;
  readonly newId: () => string;
  /** The operator's country or WHO region for people who do not say where they live. */
  readonly whoRegion: () => string | undefined;
  /** Whether the sample is measured instead of a person. */
  readonly isSample: () => boolean;
  readonly log: (message: string) => void;
}

/** Time limit for one chunk, ms: a slower device cannot keep up with the camera. */
export const CHUNK_LIMIT_MS = 20_000;

/** Builds the message that the service would send. */
function messageOf(
  { measurementId, index, channels }: EngineAnswer,
  isLast: boolean,
): ResultMessage {
  return {
    MeasurementID: measurementId,
    MeasurementDataID: `${measurementId}:${String(index)}`,
    MeasurementResultID: `${measurementId}-${String(index)}`,
    StatusID: isLast ? 'COMPLETE' : 'PROCESSING',
    Multiplier: RESULT_MULTIPLIER,
    Channels: channels ?? {},
    Error: { Code: channels === null ? 'ANALYSIS_FAILED' : 'OK' },
  };
}

/** The analysis in this browser: nothing is sent, and no connection can be lost. */
export function createDeviceAnalysis(deps: DeviceAnalysisDeps): AnalysisPort {
  const { engine, newId, whoRegion, isSample, log } = deps;

  const open = (measurementId: string, listener: ConnectionListener) => {
    let last = MEASUREMENT.chunkCount - 1;
    let isClosed = false;
    let waiting = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lose = (code: 'DEVICE_ENGINE' | 'DEVICE_TOO_SLOW', why: string): void => {
      clearTimeout(timer);
      if (!isClosed) listener.onLost(new MeasurementFault(code, why));
    };
    /** Starts the time limit when the engine can begin the next chunk. */
    const watch = (): void => {
      clearTimeout(timer);
      if (waiting === 0) return;
      timer = setTimeout(() => {
        engine.stop();
        lose('DEVICE_TOO_SLOW', 'The engine on this device does not keep up.');
      }, CHUNK_LIMIT_MS);
    };
    const end = engine.listen(
      (answer) => {
        if (answer.measurementId !== measurementId) return;
        waiting -= 1;
        watch();
        const { index, message, tookMs } = answer;
        log(`Part ${String(index)} took the engine ${String(Math.round(tookMs))} ms.`);
        if (message !== '') log(`Part ${String(index)} could not be analysed: ${message}`);
        listener.onResult(messageOf(answer, index === last));
      },
      () => lose('DEVICE_ENGINE', 'The engine on this device died.'),
    );
    // Asynchronous like a socket: not before the caller has the connection.
    queueMicrotask(() => {
      if (!isClosed) listener.onReady();
    });
    return {
      send: ({ index, payload, last: isLast }: OutgoingChunk): Promise<void> => {
        if (isLast) last = index;
        waiting += 1;
        if (waiting === 1) watch();
        engine.send({ type: 'chunk', measurementId, index, payload, last: isLast });
        return Promise.resolve();
      },
      close: () => {
        isClosed = true;
        clearTimeout(timer);
        end();
        engine.send({ type: 'forget' });
      },
    };
  };

  return {
    plan: async () => {
      try {
        await engine.ready();
      } catch (cause) {
        throw new MeasurementFault('DEVICE_ENGINE', 'The engine could not be loaded.', { cause });
      }
      const { chunkCount, chunkS } = MEASUREMENT;
      return { chunkCount, chunkS };
    },
    create: () => {
      const measurementId = ID_PREFIX[isSample() ? 'sample' : 'person'] + newId();
      engine.send({ type: 'begin', measurementId, whoRegion: whoRegion() });
      return Promise.resolve(measurementId);
    },
    connect: open,
    missedResult: () => Promise.resolve(null),
    // Stops a computation whose result is no longer needed.
    discard: () => engine.stop(),
  };
}
