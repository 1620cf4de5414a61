// SPDX-License-Identifier: Apache-2.0
import {
  SETS,
  type AccuracyReport,
  type Failure,
  type RecordingResult,
  type SetName,
} from './report.ts';
import { calibrationOf } from './calibration.ts';
import { summariseSet } from './summary.ts';
import { isBroken, summariseStudy } from './study-summary.ts';
import { targetsOf } from './targets.ts';
import { usefulnessOf } from './usefulness.ts';

/** The whole report, with the recordings ordered by set and name. */
export function assemble(
  results: readonly RecordingResult[],
  failed: readonly Failure[],
): AccuracyReport {
  const recordings = results
    .filter((one) => !isBroken(one))
    .sort((a, b) => SETS.indexOf(a.set) - SETS.indexOf(b.set) || (a.name < b.name ? -1 : 1));
  const of = (set: SetName): RecordingResult[] => recordings.filter((one) => one.set === set);
  const withoutPulse = of('no-pulse');
  const lengths = new Set(of('negative').flatMap(({ windows }) => windows.map((w) => w.lengthS)));
  const summary = {
    overall: summariseSet([...of('video'), ...of('trace')]),
    sets: Object.fromEntries(
      SETS.filter((set) => of(set).length > 0).map((set) => [set, summariseSet(of(set))]),
    ),
    noPulse: {
      clips: withoutPulse.length,
      answered: withoutPulse.filter(({ hr }) => hr.value !== null).length,
    },
    negatives: [...lengths].map((lengthS) => {
      const windows = of('negative').flatMap((one) =>
        one.windows.filter((window) => window.lengthS === lengthS),
      );
      const total = (pick: 'count' | 'answered'): number =>
        windows.reduce((sum, window) => sum + window[pick], 0);
      return { lengthS, count: total('count'), answered: total('answered') };
    }),
    calibration: calibrationOf(recordings),
    usefulness: usefulnessOf(recordings),
    study: summariseStudy(results),
    failed: [...failed],
  };
  return { recordings, summary: { ...summary, targets: targetsOf(recordings, summary) } };
}
