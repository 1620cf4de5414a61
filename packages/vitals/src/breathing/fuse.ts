// SPDX-License-Identifier: Apache-2.0
import { mean, sampleDeviation } from '../signal/statistics.ts';
import type { BreathingPeak } from './rate.ts';

/** Rates this near to one another agree, breaths per minute. */
const AGREEMENT = 2;
/** Rates further apart than this contradict one another. */
const CONTRADICTION = 3;
/**
 * Least share of its band's power with which a beat series leads, joins, or stands alone. Chosen on synthetic
 * recordings with breathing as weak as none at all, where noise alone reaches 0.7.
 */
const LEADS = 0.65;
const JOINS = 0.5;
const ALONE = 0.85;
/** The same for baseline and motion, which light and restlessness move too. */
const SLOW_JOINS = 0.6;
/** Below this the slow waves of blood pressure (about six a minute) pass for breaths; three must agree. */
const SLOW_RATE = 8;

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
 * Fuses what the rhythm and strength of the beats, the baseline and the head's height say, and withholds the result
 * where they disagree (after the smart fusion of Karlen et al. 2013, doi:10.1109/TBME.2013.2246160). One of the
 * two beat series leads; another must agree unless the leader is all but pure, and the other beat series must not
 * contradict it as strongly.
 */
export function fuseBreathing(peaks: readonly BreathingPeak[]): BreathingResult {
  const votes = peaks.filter(({ consistent }) => consistent);
  const agreeing = votes
    .filter((vote) => ofBeats(vote) && vote.share >= LEADS)
    .sort((a, b) => b.share - a.share)
    .map((leader) => supporters(leader, votes))
    .find((group) => group.length > 0);
  return agreeing === undefined ? NO_BREATHING : together(agreeing);
}

/** Largest standard deviation of rates that agree, breaths per minute (Karlen et al. 2013). */
const MAX_DEVIATION = 4;

/**
 * Mean of the rates of several modulations; null when they differ by more than the deviation allowed: the smart fusion
 * as published (Karlen et al. 2013, doi:10.1109/TBME.2013.2246160).
 * @param rates breaths per minute.
 */
export function smartFusion(
  rates: readonly number[],
  maxDeviation: number = MAX_DEVIATION,
): number | null {
  return rates.length >= 2 && sampleDeviation(rates) <= maxDeviation ? mean(rates) : null;
}

function ofBeats({ source }: BreathingPeak): boolean {
  return source === 'rifv' || source === 'riav';
}

/** The leader with those that agree; empty when that is not enough. */
function supporters(leader: BreathingPeak, votes: readonly BreathingPeak[]): BreathingPeak[] {
  const distance = (vote: BreathingPeak): number => Math.abs(vote.rate - leader.rate);
  const contradicted = votes.some(
    (vote) => ofBeats(vote) && distance(vote) > CONTRADICTION && vote.share >= leader.share - 0.1,
  );
  const friends = votes.filter(
    (vote) =>
      vote !== leader &&
      distance(vote) <= AGREEMENT &&
      vote.share >= (ofBeats(vote) ? JOINS : SLOW_JOINS),
  );
  const needed = leader.rate < SLOW_RATE ? 2 : leader.share >= ALONE ? 0 : 1;
  return contradicted || friends.length < needed ? [] : [leader, ...friends];
}

function together(agreeing: readonly BreathingPeak[]): BreathingResult {
  const weight = agreeing.reduce((sum, { share }) => sum + share, 0);
  const rate = agreeing.reduce((sum, one) => sum + one.rate * one.share, 0) / weight;
  const spread = Math.max(...agreeing.map((one) => Math.abs(one.rate - rate)));
  return {
    rate,
    source: agreeing.map(({ source }) => source).join('+'),
    quality: Math.min(1, (weight / agreeing.length) * (agreeing.length > 1 ? 1 : 0.8)),
    uncertainty: Math.max(1, spread),
  };
}
