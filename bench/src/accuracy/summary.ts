// SPDX-License-Identifier: Apache-2.0
import type { Methods, Quantity, RecordingResult, SetSummary } from './report.ts';
import { breathingFigures } from './breathing-figures.ts';
import { rateFigures } from './rate-figures.ts';
import { agreement, type Agreement, type Pair } from './statistics.ts';
import { WRONG } from './wrong.ts';

type Nullable<T> = { readonly [K in keyof T]: K extends 'n' ? number : number | null };
type Known = Nullable<Agreement> & { readonly known: number };

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function printable(found: Agreement, known: number): Known {
  const { n, mae, median, rmse, bias, lowerLimit, upperLimit, r, worst } = found;
  return {
    known,
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

/** Pairs of the values given where the truth is known. */
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

/** Figures over a group of recordings. */
export function summariseSet(recordings: readonly RecordingResult[]): SetSummary {
  const known = (quantity: Quantity): number =>
    recordings.filter((one) => one[quantity].truth !== null).length;
  const of = (quantity: Quantity): Known =>
    printable(agreement(pairsOf(recordings, quantity)), known(quantity));
  const plainOf = (where: 'skin' | 'box', method: keyof Methods<number>): Known => {
    const pairs = plainPairs(recordings, where, method);
    // A method that always answers gives a value for every recording it can read.
    return printable(agreement(pairs), pairs.length);
  };
  const plain = (where: 'skin' | 'box'): SetSummary['plain']['skin'] => ({
    green: plainOf(where, 'green'),
    chrom: plainOf(where, 'chrom'),
    pos: plainOf(where, 'pos'),
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
    rates: rateFigures(recordings.flatMap(({ rates }) => rates)),
    intervalErrorMs: finite(intervals.reduce((sum, one) => sum + one, 0) / intervals.length),
  };
}
