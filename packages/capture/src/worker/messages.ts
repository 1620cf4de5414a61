// SPDX-License-Identifier: Apache-2.0
/** What goes between the page and the capture worker. */
import { PAYLOAD_LIMITS } from '@perfuse/contract/limits';
import { demographicsWireSchema } from '@perfuse/contract/person/demographics';
import { z } from '@perfuse/contract/schema';
import type { CaptureEvent, TrackerRefusal } from '../api.ts';
import { isRecord } from '@perfuse/contract/is-record';

const planSchema = z.object({
  chunkCount: z.int().check(z.gte(1), z.lte(PAYLOAD_LIMITS.maxChunks)),
  chunkS: z.number().check(z.gt(0), z.lte(PAYLOAD_LIMITS.maxDurationS)),
  person: z.optional(demographicsWireSchema),
});

export const commandSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    files: z.object({ simd: z.url(), plain: z.url() }),
    /** To the tracker worker. */
    port: z.instanceof(MessagePort),
    timings: z.boolean(),
  }),
  /** To the worker of a learned estimator, which is ready. */
  z.object({ type: z.literal('learned'), port: z.instanceof(MessagePort) }),
  /** Frames to read, from a processor on the page. */
  z.object({ type: z.literal('frames'), stream: z.instanceof(ReadableStream) }),
  /** A camera to read with a processor in the worker. MediaStreamTrack is known only where it can be sent. */
  z.object({ type: z.literal('track'), track: z.unknown() }),
  z.object({ type: z.literal('detach') }),
  z.object({ type: z.literal('record'), plan: planSchema }),
  /** For recordings: what was seen before leaves no trace. */
  z.object({ type: z.literal('record-from-start'), plan: planSchema }),
  z.object({ type: z.literal('stop') }),
]);
export type CaptureCommand = z.infer<typeof commandSchema>;

/**
 * One frame from the page: of a camera, when neither side has a processor, or of a recording, whose next frame is sent
 * when this one was answered with `taken`.
 */
export interface SingleFrame {
  readonly type: 'frame' | 'recorded-frame';
  readonly frame: VideoFrame;
}

/** Runs for every such frame: a look at the types only. */
export const isSingleFrame = (value: unknown): value is SingleFrame =>
  isRecord(value) && value['frame'] instanceof VideoFrame;

export type WorkerReport =
  | { readonly type: 'ready'; readonly readsTracks: boolean }
  | {
      readonly type: 'not-ready';
      readonly message: string;
      /** Only of a tracker that may be replaced by another. */
      readonly refusal?: TrackerRefusal;
    }
  | { readonly type: 'taken' }
  | CaptureEvent;

/** Every type of a report: the compiler misses one that is left out. */
const REPORT_TYPES = {
  ready: true,
  'not-ready': true,
  taken: true,
  face: true,
  rate: true,
  timing: true,
  chunk: true,
  recorded: true,
  ended: true,
  failed: true,
} satisfies Record<WorkerReport['type'], true>;

/** The page trusts its own worker for the rest of the shape; this keeps out what others post (extensions do). */
export const isWorkerReport = (value: unknown): value is WorkerReport =>
  isRecord(value) &&
  typeof value['type'] === 'string' &&
  Object.hasOwn(REPORT_TYPES, value['type']);
