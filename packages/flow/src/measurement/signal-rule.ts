// SPDX-License-Identifier: Apache-2.0
import { isSignalInvalid } from '@perfuse/contract/results/signal';

/** Earlier chunks are too short to be judged. */
const FIRST_JUDGED_CHUNK = 2;

/** Whether a missing pulse in the result of this chunk is significant. */
export const signalIsJudged = (index: number): boolean => index >= FIRST_JUDGED_CHUNK;

/**
 * The signal-quality rule (specification, section 9): chunk 2 invalid cancels; from chunk 3 on any invalid value
 * cancels. That covers its last clause, two -100 in a row, because the first of them has already cancelled.
 * @param index chunk the result belongs to, 0-based.
 * @param snr signal-to-noise ratio, dB, or one of its codes; null when the result carries none.
 */
export function signalCancels(index: number, snr: number | null): boolean {
  return snr !== null && signalIsJudged(index) && isSignalInvalid(snr);
}
