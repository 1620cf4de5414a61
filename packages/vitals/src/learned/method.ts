// SPDX-License-Identifier: Apache-2.0
import type { PulseMethod } from '../pulse/method.ts';
import { bandPass } from '../signal/butterworth.ts';
import type { LearnedTrace } from './model.ts';

/** A learned trace as one more pulse method: in the band like the others, and weighed by its SNR like them. */
export function learnedMethod({ id, wave }: LearnedTrace): PulseMethod {
  return {
    id,
    extract: (_colour, rate, { lowHz, highHz }) => bandPass(wave, rate, lowHz, highHz),
  };
}
