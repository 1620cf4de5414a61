// SPDX-License-Identifier: Apache-2.0
import type { Agreement, Methods, Quantity, RecordingResult, SetSummary } from './report.ts';
import { breathingFigures } from './breathing-figures.ts';
import { rateFigures } from './rate-figures.ts';
import { agreement, finite, mean, type Pair } from './statistics.ts';
import { WRONG } from './wrong.ts';

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
  const of = (quantity: Quantity): Agreement =>
    agreement(pairsOf(recordings, quantity), known(quantity));
  // A method that always answers gives a value for every recording it can read.
  const plainOf = (where: 'skin' | 'box', method: keyof Methods<number>): Agreement =>
    agreement(plainPairs(recordings, where, method));
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
    intervalErrorMs: finite(mean(intervals)),
  };
}
