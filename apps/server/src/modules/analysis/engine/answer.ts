// SPDX-License-Identifier: Apache-2.0
import { channelDataSchema } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';

/** Sent to a worker: the next chunk of a measurement, or all its chunks when the worker lacks the earlier ones. */
export interface EngineTask {
  readonly measurementId: string;
  /** Digests of the measurement's chunks so far, in order. */
  readonly digests: readonly string[];
  /** Payloads of the last of them. */
  readonly payloads: readonly Uint8Array[];
  /**
   * Heart rate of the previous result, per minute: keeps a live display on one of two similar peaks. A worker with the
   * earlier chunks does not need it.
   */
  readonly previousHeartRate?: number;
  /** Country or WHO region of people who do not state where they live, for the cardiovascular risks. */
  readonly whoRegion?: string;
  /** Which result is requested: one that more chunks follow, the last one, or none, as the chunks are only kept. */
  readonly result: 'live' | 'final' | 'none';
}

/** Settings shared by all tasks of a server. */
export interface EngineSettings {
  /** Most memory for the chunks of running measurements in one worker, bytes. */
  readonly keptBytes: number;
}

/** Answer of a worker: the channels as sent on the wire; null when it lacks the earlier chunks or kept the new ones. */
export const engineAnswerSchema = z.object({
  channels: z.nullable(z.record(z.string(), channelDataSchema)),
});
export type EngineAnswer = z.output<typeof engineAnswerSchema>;
