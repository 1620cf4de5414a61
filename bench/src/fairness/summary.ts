// SPDX-License-Identifier: Apache-2.0
import type { HarshOutcome } from './harsh-light.ts';
import type { Given } from './read-subject.ts';
import { mean } from '../accuracy/statistics.ts';
import { WRONG } from '../accuracy/wrong.ts';
import { SKINS } from './grid.ts';
import type { Outcome } from './study.ts';

type Answer = Pick<Given, 'truth' | 'value'>;

/** Figures over subjects with a pulse; shares 0..1, NaN without subjects. */
export interface Summary {
  readonly n: number;
  readonly refused: number;
  /** Mean absolute error of the values given, per minute. */
  readonly mae: number;
  /** Largest absolute error. */
  readonly worst: number;
  /** Share of all subjects that were given a value off by more than 5 a minute. */
  readonly wrong: number;
}

export function summarise(outcomes: readonly Answer[]): Summary {
  const n = outcomes.length;
  const sizes = outcomes.flatMap(({ truth, value }) =>
    value === null ? [] : [Math.abs(value - truth)],
  );
  return {
    n,
    refused: (n - sizes.length) / n,
    mae: mean(sizes),
    worst: sizes.length > 0 ? Math.max(...sizes) : Number.NaN,
    wrong: sizes.filter((size) => size > WRONG).length / n,
  };
}

/** Share of subjects without a pulse that were given a heart rate. */
export function answeredShare(outcomes: readonly Answer[]): number {
  return outcomes.filter(({ value }) => value !== null).length / outcomes.length;
}

/** Outcomes without a codec, as a browser gets frames from a camera. */
export const withoutCodec = (outcomes: readonly Outcome[]): readonly Outcome[] =>
  outcomes.filter(({ cell }) => cell.codec.codecStep === 0);

/** Leaves only the effect of the skin itself. */
export const inGoodConditions = (outcomes: readonly Outcome[]): readonly Outcome[] =>
  withoutCodec(outcomes).filter(
    ({ cell }) => cell.light.lux >= 300 && cell.motion.nod === 0 && cell.timing.frameRate >= 24,
  );

/** Share of subjects who were given a wrong heart rate, or any heart rate without a pulse. */
export const misledShare = (outcomes: readonly HarshOutcome[]): number =>
  outcomes.filter(
    ({ pulse, truth, value }) => value !== null && (!pulse || Math.abs(value - truth) > WRONG),
  ).length / outcomes.length;

export interface Goal {
  readonly what: string;
  readonly unit: string;
  readonly found: number;
  readonly limit: number;
}

const goal = (what: string, unit: string, share: number, limit: number): Goal => ({
  ...{ what, unit, found: 100 * share, limit },
});

/** Skins with at least this share of melanosomes in the epidermis are the darkest. */
const DARKEST = 0.25;

/** The goals of the study. */
export function goalsOf(outcomes: readonly Outcome[], harsh: readonly HarshOutcome[]): Goal[] {
  const withPulse = outcomes.filter(({ pulse }) => pulse);
  const raw = withoutCodec(withPulse);
  const darkest = inGoodConditions(withPulse).filter(
    ({ cell }) => cell.skin.melanosomes >= DARKEST,
  );
  const refusals = SKINS.map(
    (skin) => summarise(raw.filter(({ cell }) => cell.skin === skin)).refused,
  );
  const noPulse = withoutCodec(outcomes).filter(({ pulse }) => !pulse);
  return [
    goal('darkest skins in good conditions: refused', '%', summarise(darkest).refused, 2),
    goal(
      'without a codec: gap in refusals between the skins refused most and least',
      'points',
      Math.max(...refusals) - Math.min(...refusals),
      5,
    ),
    goal('without a codec: wrong by more than 5', '%', summarise(raw).wrong, 0),
    goal('without a codec and without a pulse: answered', '%', answeredShare(noPulse), 0.5),
    goal('harsh light: wrong answers, or answers without a pulse', '%', misledShare(harsh), 5),
  ].filter(({ found }) => Number.isFinite(found));
}
