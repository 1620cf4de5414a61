// SPDX-License-Identifier: Apache-2.0
import type { Breath, BreathingFigures } from './report.ts';
import { finite, mean } from './statistics.ts';

/** An uninformed guess, per minute. */
const GUESS = 18;

/** Null without windows. */
export function breathingFigures(breaths: readonly Breath[]): BreathingFigures | null {
  if (breaths.length === 0) return null;
  const given = breaths.flatMap(({ truth, value, deviation }) =>
    value === null ? [] : [{ size: Math.abs(value - truth), deviation: deviation ?? 0 }],
  );
  const share = (holds: (one: (typeof given)[number]) => boolean): number | null =>
    finite(given.filter(holds).length / given.length);
  return {
    windows: breaths.length,
    answered: given.length,
    mae: finite(mean(given.map(({ size }) => size))),
    within2: share(({ size }) => size <= 2),
    withinOne: share(({ size, deviation }) => size <= deviation),
    withinTwo: share(({ size, deviation }) => size <= 2 * deviation),
    always18: finite(mean(breaths.map(({ truth }) => Math.abs(GUESS - truth)))),
  };
}
