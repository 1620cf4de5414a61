// SPDX-License-Identifier: Apache-2.0
import { channelDataSchema } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';

/** What goes to a worker: the next chunk of a measurement, or all of its chunks where the worker lacks those before. */
export interface EngineTask {
  readonly measurementId: string;
  /** Digests of the measurement's chunks so far, in order. */
  readonly digests: readonly string[];
  /** Payloads of the last of them. */
  readonly payloads: readonly Uint8Array[];
  /**
   * Heart rate of the previous result, per minute: keeps a live display on one peak of two alike. A worker that has the
   * chunks before knows it by itself.
   */
  readonly previousHeartRate?: number;
  /** Country or WHO region of people who do not say where they live, for the cardiovascular risks. */
  readonly whoRegion?: string;
  /** More chunks are to come. */
  readonly live: boolean;
}

/** What is the same for all tasks of a server. */
export interface EngineSettings {
  /** Most memory for the chunks of running measurements in one worker, bytes. */
  readonly keptBytes: number;
}

/** What a worker sends back: the channels as they go on the wire; null when it lacks the chunks before. */
export const engineAnswerSchema = z.object({
  channels: z.nullable(z.record(z.string(), channelDataSchema)),
});
export type EngineAnswer = z.output<typeof engineAnswerSchema>;
