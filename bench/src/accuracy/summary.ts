// SPDX-License-Identifier: Apache-2.0
import type { Methods, Quantity, RecordingResult, SetSummary } from './report.ts';
import { breathingFigures } from './breathing-figures.ts';
import { agreement, type Agreement, type Pair } from './statistics.ts';

/** A heart rate shown that is off by more than this is wrong and confident, per minute. */
const WRONG = 5;

type Nullable<T> = { readonly [K in keyof T]: K extends 'n' ? number : number | null };

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function printable(found: Agreement): Nullable<Agreement> {
  const { n, mae, median, rmse, bias, lowerLimit, upperLimit, r, worst } = found;
  return {
    n,
    mae: finite(mae),
    median: finite(median),
    rmse: finite(rmse),
    bias: finite(bias),
    lowerLimit: finite(lowerLimit),
    upperLimit: finite(upperLimit),
    r: finite(r),
    worst: finite(worst),
  };
}

/** Values given where the truth is known. */
export function pairsOf(recordings: readonly RecordingResult[], quantity: Quantity): Pair[] {
  return recordings.flatMap((recording) => {
    const { truth, value } = recording[quantity];
    return truth === null || value === null ? [] : [{ truth, value }];
  });
}

function plainPairs(
  recordings: readonly RecordingResult[],
  where: 'skin' | 'box',
  method: keyof Methods<number>,
): Pair[] {
  return recordings.flatMap(({ hr, plain }) => {
    const value = plain[where]?.[method] ?? null;
    return hr.truth === null || value === null ? [] : [{ truth: hr.truth, value }];
  });
}

/** Figures over some recordings. */
export function summariseSet(recordings: readonly RecordingResult[]): SetSummary {
  const of = (quantity: Quantity): Nullable<Agreement> =>
    printable(agreement(pairsOf(recordings, quantity)));
  const plain = (where: 'skin' | 'box'): SetSummary['plain']['skin'] => ({
    green: printable(agreement(plainPairs(recordings, where, 'green'))),
    chrom: printable(agreement(plainPairs(recordings, where, 'chrom'))),
    pos: printable(agreement(plainPairs(recordings, where, 'pos'))),
  });
  const refused = recordings.filter(({ hr }) => hr.value === null).length;
  const intervals = recordings.flatMap(({ intervalErrorMs }) => intervalErrorMs ?? []);
  return {
    recordings: recordings.length,
    refused,
    refusedShare: finite(refused / recordings.length),
    wrongAndConfident: pairsOf(recordings, 'hr').filter(
      ({ truth, value }) => Math.abs(value - truth) > WRONG,
    ).length,
    hr: of('hr'),
    rr: of('rr'),
    sdnn: of('sdnn'),
    rmssd: of('rmssd'),
    plain: { skin: plain('skin'), box: plain('box') },
    breathing: breathingFigures(recordings.flatMap(({ breathing }) => breathing)),
    intervalErrorMs: finite(intervals.reduce((sum, one) => sum + one, 0) / intervals.length),
  };
}
