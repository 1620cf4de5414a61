// SPDX-License-Identifier: Apache-2.0
import { evidenceSchema } from '@perfuse/contract/results/evidence';
import { reportedOutcomeSchema } from '@perfuse/contract/results/outcome';
import { isSignalValid } from '@perfuse/contract/results/signal';
import { z } from '@perfuse/contract/schema';

export type { ChannelOutcome } from '@perfuse/contract/results/outcome';

/** The outcome of a measurement, with fields that only the results screen shows. */
export const measurementOutcomeSchema = z.extend(reportedOutcomeSchema, {
  /** Evidence behind the numbers, or their absence; about 10 kB, where the service sends it. */
  evidence: z.optional(evidenceSchema),
  /** Measured from a video file instead of the camera. */
  fromRecording: z.optional(z.boolean()),
  /** Milliseconds since 1970. */
  finishedAt: z.number(),
});

export type MeasurementOutcome = z.infer<typeof measurementOutcomeSchema>;

export const hasSignal = ({ status, snr }: MeasurementOutcome): boolean =>
  status === 'measured' && isSignalValid(snr);

/** Results for the results screen: the newest first, and behind one without a signal the last good one. */
export const resultsSchema = z.readonly(
  z.array(measurementOutcomeSchema).check(z.minLength(1), z.maxLength(2)),
);
export type Results = readonly MeasurementOutcome[];

/** A failed attempt is no result and removes none; the same holds for the sample, which belongs to nobody. */
export function resultsAfter(results: Results, outcome: MeasurementOutcome): Results {
  if (outcome.status === 'failed') return results;
  const own = results.filter((result) => hasSignal(result) && result.isSample !== true);
  return hasSignal(outcome) && outcome.isSample !== true ? [outcome] : [outcome, ...own];
}
