// SPDX-License-Identifier: Apache-2.0
import { bandPass } from '../signal/butterworth.ts';
import type { PulseMethod } from './method.ts';
import { MIN_SNR_DB, type Candidate } from './pool.ts';

/** Id of a learned estimator's output, part of a result's `source`. */
export const LEARNED_ID = 'learned';

/** The trace of a learned estimator as one more method: band-passed and weighted by its SNR like the others. */
export function learnedMethod(trace: Float64Array): PulseMethod {
  return {
    id: LEARNED_ID,
    extract: (_colour, rate, { lowHz, highHz }) => bandPass(trace, rate, lowHz, highHz),
  };
}

/**
 * Trust in the methods, with that in a learned trace lowered until it weighs no more than all the others together: a
 * network can produce a clean wave without a pulse.
 */
export function capLearnedWeight(
  waves: readonly { readonly id: string }[],
  found: readonly Pick<Candidate, 'snrDb'>[],
  trust: readonly number[],
): number[] {
  const power = (i: number): number => 10 ** ((found[i]?.snrDb ?? MIN_SNR_DB) / 10);
  const others = waves.reduce(
    (sum, { id }, i) => (id === LEARNED_ID ? sum : sum + (trust[i] ?? 0) * power(i)),
    0,
  );
  return waves.map(({ id }, i) =>
    id === LEARNED_ID ? Math.min(trust[i] ?? 0, others / power(i)) : (trust[i] ?? 0),
  );
}
