// SPDX-License-Identifier: Apache-2.0
import { evidenceSchema } from '@perfuse/contract/results/evidence';
import { reportedOutcomeSchema } from '@perfuse/contract/results/outcome';
import { isSignalValid } from '@perfuse/contract/results/signal';
import { z } from '@perfuse/contract/schema';

export type { ChannelOutcome } from '@perfuse/contract/results/outcome';

/** How a measurement ended, with what the results screen alone shows. */
export const measurementOutcomeSchema = z.extend(reportedOutcomeSchema, {
  /** What the numbers, or their absence, rest on; about 10 kB, where the service sends it. */
  evidence: z.optional(evidenceSchema),
  /** Measured from a video file instead of the camera. */
  fromRecording: z.optional(z.boolean()),
  /** Milliseconds since 1970. */
  finishedAt: z.number(),
});

export type MeasurementOutcome = z.infer<typeof measurementOutcomeSchema>;

export const hasSignal = ({ status, snr }: MeasurementOutcome): boolean =>
  status === 'measured' && isSignalValid(snr);

/** What the results screen has: the newest first, and behind one without a signal the last good one. */
export const resultsSchema = z.readonly(
  z.array(measurementOutcomeSchema).check(z.minLength(1), z.maxLength(2)),
);
export type Results = readonly MeasurementOutcome[];

/** An attempt that broke off is no result and takes none away; neither does the sample, which is nobody's. */
export function resultsAfter(results: Results, outcome: MeasurementOutcome): Results {
  if (outcome.status === 'failed') return results;
  const own = results.filter((result) => hasSignal(result) && result.isSample !== true);
  return hasSignal(outcome) && outcome.isSample !== true ? [outcome] : [outcome, ...own];
}
