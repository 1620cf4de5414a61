// SPDX-License-Identifier: Apache-2.0
import { channelDataSchema } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import type { PulseModelFiles } from './pulse-model.ts';

/** What goes to a worker: the payloads of a measurement so far, in order. */
export interface EngineTask {
  readonly payloads: readonly Uint8Array[];
  /** Heart rate of the previous result, per minute: keeps a live display on one peak of two alike. */
  readonly previousHeartRate?: number;
  /** Country or WHO region of people who do not say where they live, for the cardiovascular risks. */
  readonly whoRegion?: string;
  /** A learned estimator that takes part. */
  readonly pulseModel?: PulseModelFiles;
  /** More chunks are to come. */
  readonly live: boolean;
}

/** What a worker sends back: the channels as they go on the wire. */
export const engineAnswerSchema = z.object({
  channels: z.record(z.string(), channelDataSchema),
});
export type EngineAnswer = z.output<typeof engineAnswerSchema>;
