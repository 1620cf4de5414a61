// SPDX-License-Identifier: Apache-2.0
import { mean } from '../signal/statistics.ts';
import { pooledRate, type BreathingPeak } from './rate.ts';
import type { BreathingSource } from './series.ts';

/** Rates this near to one another agree, breaths per minute. */
const AGREEMENT = 2;
/** Series whose power is spread wider than this have no say. */
const MIN_SHARE = 0.3;
/** Below this the slow waves of blood pressure (about six a minute) pass for breaths; three must agree. */
const SLOW_RATE = 8;
/** How far each source is trusted: baseline and motion also follow light and restlessness. */
const TRUST: Readonly<Record<BreathingSource, number>> = {
  rifv: 1,
  riav: 1,
  riiv: 0.4,
  motion: 0.4,
};

export interface BreathingResult {
  /** Breaths per minute; null when the sources do not agree. */
  readonly rate: number | null;
  /** Sources that agree, joined by `+`. */
  readonly source: string;
  /** 0..1. */
  readonly quality: number;
  /** One standard deviation as far as the agreeing sources tell, breaths per minute. */
  readonly uncertainty: number;
}

export const NO_BREATHING: BreathingResult = {
  rate: null,
  source: '',
  quality: 0,
  uncertainty: Number.NaN,
};

/**
 * Fuses what the series of the beats, the baseline and the head's height say, and withholds the result where they
 * disagree (after the smart fusion of Karlen et al. 2013, doi:10.1109/TBME.2013.2246160, on pooled spectra).
 * Rhythm or strength of the beats must be among those that agree.
 */
export function fuseBreathing(peaks: readonly BreathingPeak[]): BreathingResult {
  const clear = peaks.filter(({ share }) => share >= MIN_SHARE);
  const weights = clear.map(({ source, share }) => TRUST[source] * share * share);
  const rate = pooledRate(clear, weights);
  const agreeing = clear.filter((peak) => Math.abs(peak.rate - rate) <= AGREEMENT);
  const byBeats = agreeing.some(({ source }) => source === 'rifv' || source === 'riav');
  if (!byBeats || agreeing.length < (rate < SLOW_RATE ? 3 : 2)) return NO_BREATHING;
  return together(rate, agreeing);
}

function together(rate: number, agreeing: readonly BreathingPeak[]): BreathingResult {
  const spread = mean(agreeing.map((one) => Math.abs(one.rate - rate)));
  return {
    rate,
    source: agreeing.map(({ source }) => source).join('+'),
    quality: Math.min(1, (mean(agreeing.map(({ share }) => share)) * agreeing.length) / 2.5),
    uncertainty: Math.max(1, spread),
  };
}
