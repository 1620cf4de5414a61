// SPDX-License-Identifier: Apache-2.0
import type { RateFigures, RateReading } from './report.ts';
import { finite, mean } from './statistics.ts';
import { WRONG } from './wrong.ts';

type Errors = Pick<RateFigures, 'answered' | 'mae' | 'worst' | 'wrong'>;

function errorsOf(pairs: readonly { truth: number; value: number | null }[]): Errors {
  const sizes = pairs.flatMap(({ truth, value }) =>
    value === null ? [] : [Math.abs(value - truth)],
  );
  return {
    answered: sizes.length,
    mae: finite(mean(sizes)),
    worst: finite(Math.max(...sizes)),
    wrong: sizes.filter((size) => size > WRONG).length,
  };
}

/** The engine compared with the plain methods, which always answer. Null without windows. */
export function rateFigures(rates: readonly RateReading[]): RateFigures | null {
  if (rates.length === 0) return null;
  const plain = (method: 'green' | 'chrom' | 'pos'): Errors =>
    errorsOf(rates.map(({ truth, plain: of }) => ({ truth, value: of[method] })));
  return {
    windows: rates.length,
    ...errorsOf(rates),
    plain: { green: plain('green'), chrom: plain('chrom'), pos: plain('pos') },
  };
}
