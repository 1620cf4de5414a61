// SPDX-License-Identifier: Apache-2.0
import { mean, median } from '../signal/statistics.ts';
import type { BreathingPeak } from './rate.ts';

/** Rates this near to one another agree, breaths per minute. */
const AGREEMENT = 2;
/** Share of its band's power a motion peak must hold to stand alone. */
const MIN_LONE_SHARE = 0.5;
/** Series whose power is spread wider than this have no say. */
const MIN_SHARE = 0.3;

export interface BreathingResult {
  /** Breaths per minute; null when the sources do not agree. */
  readonly rate: number | null;
  /** Sources that agree, joined by `+`. */
  readonly source: string;
  /** 0..1. */
  readonly quality: number;
  /** Spread of what agreed, breaths per minute. */
  readonly uncertainty: number;
}

const NONE: BreathingResult = { rate: null, source: '', quality: 0, uncertainty: Number.NaN };

/**
 * Fuses the rates of the colour series and of motion where they agree, and withholds the result where they do not
 * (after the smart fusion of Karlen et al. 2013, doi:10.1109/TBME.2013.2246160).
 */
export function fuseBreathing(peaks: readonly BreathingPeak[]): BreathingResult {
  const clear = peaks.filter(({ share }) => share >= MIN_SHARE);
  const colour = clear.filter(({ source }) => source !== 'motion');
  const motion = clear.find(({ source }) => source === 'motion');
  const centre = median(colour.map(({ rate }) => rate));
  const agreeing = clear.filter(({ rate }) => Math.abs(rate - centre) <= AGREEMENT);
  if (agreeing.length >= 2) return together(agreeing);
  return motion !== undefined && motion.share > MIN_LONE_SHARE ? together([motion]) : NONE;
}

function together(agreeing: readonly BreathingPeak[]): BreathingResult {
  const total = agreeing.reduce((sum, { share }) => sum + share, 0);
  const rate = agreeing.reduce((sum, one) => sum + one.rate * one.share, 0) / total;
  const spread = mean(agreeing.map((one) => Math.abs(one.rate - rate)));
  return {
    rate,
    source: agreeing.map(({ source }) => source).join('+'),
    quality: Math.min(1, (mean(agreeing.map(({ share }) => share)) * agreeing.length) / 2.5),
    uncertainty: Math.max(1, spread),
  };
}
