// SPDX-License-Identifier: Apache-2.0
import { evidenceSchema } from '@perfuse/contract/results/evidence';
import { toldOutcomeSchema } from '@perfuse/contract/results/outcome';
import { z } from '@perfuse/contract/schema';

export type { ChannelOutcome } from '@perfuse/contract/results/outcome';

/** How a measurement ended, with what the results screen alone shows. */
export const measurementOutcomeSchema = z.extend(toldOutcomeSchema, {
  /** What the numbers, or their absence, rest on; about 10 kB, where the service sends it. */
  evidence: z.optional(evidenceSchema),
  /** Measured from a video file instead of the camera. */
  fromRecording: z.optional(z.boolean()),
  /** Milliseconds since 1970. */
  finishedAt: z.number(),
});

export type MeasurementOutcome = z.infer<typeof measurementOutcomeSchema>;
