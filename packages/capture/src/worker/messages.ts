// SPDX-License-Identifier: Apache-2.0
/** Messages between the page and the capture worker. */
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
    /** Connects to the tracker worker. */
    port: z.instanceof(MessagePort),
    timings: z.boolean(),
  }),
  /** Connects to the worker of a learned estimator, which is ready. */
  z.object({ type: z.literal('learned'), port: z.instanceof(MessagePort) }),
  /** Frames to read, from a processor on the page. */
  z.object({ type: z.literal('frames'), stream: z.instanceof(ReadableStream) }),
  /** A camera to read with a processor in the worker. MediaStreamTrack is defined only where it can be transferred. */
  z.object({ type: z.literal('track'), track: z.unknown() }),
  z.object({ type: z.literal('detach') }),
  z.object({ type: z.literal('record'), plan: planSchema }),
  /** For recordings: resets everything that earlier frames have influenced. */
  z.object({ type: z.literal('record-from-start'), plan: planSchema }),
  z.object({ type: z.literal('stop') }),
]);
export type CaptureCommand = z.infer<typeof commandSchema>;

/**
 * One frame from the page: of a camera, when neither side has a processor, or of a recording, whose next frame is sent
 * after this one was answered with `taken`.
 */
export interface SingleFrame {
  readonly type: 'frame' | 'recorded-frame';
  readonly frame: VideoFrame;
}

/** Runs for every such frame, so it checks types only. */
export const isSingleFrame = (value: unknown): value is SingleFrame =>
  isRecord(value) && value['frame'] instanceof VideoFrame;

export type WorkerReport =
  | { readonly type: 'ready'; readonly readsTracks: boolean }
  | {
      readonly type: 'not-ready';
      readonly message: string;
      /** Only from a tracker that may be replaced by another. */
      readonly refusal?: TrackerRefusal;
    }
  | { readonly type: 'taken' }
  | CaptureEvent;

/** Every type of a report: the compiler reports a missing one. */
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

/** The page trusts its own worker for the rest of the shape; this filters out messages of browser extensions, etc. */
export const isWorkerReport = (value: unknown): value is WorkerReport =>
  isRecord(value) &&
  typeof value['type'] === 'string' &&
  Object.hasOwn(REPORT_TYPES, value['type']);
