// SPDX-License-Identifier: Apache-2.0
import type { Outcome } from './study.ts';

/** A heart rate off by more than this is wrong and confident, per minute. */
const WRONG = 5;

/** Figures over some subjects with a pulse; shares 0..1, NaN of none. */
export interface Summary {
  readonly n: number;
  readonly refused: number;
  /** Mean size of the errors of what was given, per minute. */
  readonly mae: number;
  /** Largest of them. */
  readonly worst: number;
  /** Share of all that was given and is off by more than 5 a minute. */
  readonly wrong: number;
}

export function summarise(outcomes: readonly Outcome[]): Summary {
  const n = outcomes.length;
  const sizes = outcomes.flatMap(({ truth, value }) =>
    value === null ? [] : [Math.abs(value - truth)],
  );
  return {
    n,
    refused: (n - sizes.length) / n,
    mae: sizes.reduce((sum, one) => sum + one, 0) / sizes.length,
    worst: sizes.length > 0 ? Math.max(...sizes) : Number.NaN,
    wrong: sizes.filter((size) => size > WRONG).length / n,
  };
}

/** Share of subjects without a pulse that were given a heart rate. */
export function answeredShare(outcomes: readonly Outcome[]): number {
  return outcomes.filter(({ value }) => value !== null).length / outcomes.length;
}
