// SPDX-License-Identifier: Apache-2.0
/** Valid payloads without a pulse signal; packages/phantom makes those with one. */
import { MEASUREMENT } from '@perfuse/contract/limits';
import type { ColourSeries, TraceChunk } from '@perfuse/contract/payload/chunk';
import { decodeChunk, encodeChunk } from '@perfuse/contract/payload/codec';

/** Numbers of dropped frames that make the server's fake worker fail. */
export const FAKE_WORKER_FAULTS = { throws: 9001, hangs: 9002, dies: 9003, lies: 9004 } as const;

export interface SmallChunkOptions {
  readonly count?: number;
  /** Time of the first frame, ms. */
  readonly startMs?: number;
  /** Time between frames, ms. */
  readonly stepMs?: number;
  readonly framesPerChunk?: number;
}

/** Times of the frames, and members of the chunk to override. */
export interface StillChunkOptions
  extends Pick<SmallChunkOptions, 'startMs' | 'stepMs'>, Partial<TraceChunk> {}

const level = (frames: number, value: number): Float32Array => new Float32Array(frames).fill(value);

const colours = (frames: number, value: number): ColourSeries => ({
  red: level(frames, value),
  green: level(frames, value),
  blue: level(frames, value),
});

/** A chunk of a motionless face, its frames `stepMs` apart. */
export function stillChunk(
  frames: number,
  { startMs = 0, stepMs = 250, ...more }: StillChunkOptions = {},
): TraceChunk {
  return {
    index: 0,
    count: MEASUREMENT.chunkCount,
    framesDropped: 0,
    frames: {
      timeMs: Float64Array.from({ length: frames }, (_, frame) => startMs + frame * stepMs),
      face: {
        confidence: level(frames, 1),
        centreX: level(frames, 0.5),
        centreY: level(frames, 0.5),
        width: level(frames, 0.2),
        yaw: level(frames, 0),
        pitch: level(frames, 0),
        roll: level(frames, 0),
      },
      background: colours(frames, 90),
      regions: {
        skin: {
          ...colours(frames, 120),
          pixels: level(frames, 9000),
          clipped: level(frames, 0),
          texture: level(frames, 4),
        },
      },
    },
    ...more,
  };
}

/** Chunks of a motionless face: by default four frames a second, one second each. */
const smallChunks = ({
  count = MEASUREMENT.chunkCount,
  startMs = 0,
  stepMs = 250,
  framesPerChunk = 4,
}: SmallChunkOptions = {}): TraceChunk[] =>
  Array.from({ length: count }, (_, index) =>
    stillChunk(framesPerChunk, {
      index,
      count,
      startMs: startMs + index * framesPerChunk * stepMs,
      stepMs,
    }),
  );

/** A chunk in its transmitted form: base64. */
export const payloadOf = (chunk: TraceChunk): string =>
  Buffer.from(encodeChunk(chunk)).toString('base64');

/** The chunk of a payload in its transmitted form. @throws Error when it cannot be read. */
export function chunkOf(payload: string): TraceChunk {
  const chunk = decodeChunk(Buffer.from(payload, 'base64'));
  if (!chunk.ok) throw new Error(`A payload cannot be read: ${chunk.reason}`);
  return chunk.value;
}

export const smallPayloads = (options: SmallChunkOptions = {}): string[] =>
  smallChunks(options).map(payloadOf);

/** Payloads, one of which makes the fake worker fail. */
export const faultyPayloads = (at: number, fault: number, count?: number): string[] =>
  smallChunks({ count }).map((chunk) =>
    payloadOf(chunk.index === at ? { ...chunk, framesDropped: fault } : chunk),
  );

/** Action of a chunk that is analysed on arrival. */
export const actionOf = (position: number, count: number): string =>
  position === count - 1 ? 'LAST::PROCESS' : position === 0 ? 'FIRST::PROCESS' : 'CHUNK::PROCESS';

/** Action of a chunk that is only stored, until the last one is analysed together with all of them. */
export const storedActionOf = (position: number, count: number): string => {
  const action = actionOf(position, count);
  return position === count - 1 ? action : action.replace('PROCESS', 'IGNORE');
};
