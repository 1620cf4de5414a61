// SPDX-License-Identifier: Apache-2.0
import { withoutDeviation } from './calibration.ts';
import type { AccuracyReport, RecordingResult, Target } from './report.ts';
import { mean, quantile } from './statistics.ts';
import { pairsOf, summariseSet } from './summary.ts';

type Figures = Omit<AccuracyReport['summary'], 'targets'>;

/** The targets of the engine; those of sets that are not present are left out. */
export function targetsOf(recordings: readonly RecordingResult[], figures: Figures): Target[] {
  return [
    ...faceTargets(recordings, figures),
    ...refusalTargets(figures),
    ...fingerTargets(recordings, figures),
    ...breathingTargets(figures),
    ...segmentTargets(figures),
    ...calibrationTargets(recordings, figures),
  ].filter(({ found }) => Number.isFinite(found));
}

function target(what: string, unit: string, found: number | null, limit: number): Target {
  const value = found ?? Number.NaN;
  return { what, unit, found: value, limit, met: value <= limit };
}

function faceTargets(recordings: readonly RecordingResult[], { overall }: Figures): Target[] {
  const faces = recordings.filter(({ set }) => set === 'video' || set === 'trace');
  if (faces.length === 0) return [];
  const groups = [...new Set(faces.map(({ group }) => group))];
  const { rr, sdnn } = overall;
  const breathing = pairsOf(faces, 'rr').filter(({ truth, value }) => Math.abs(value - truth) > 2);
  const withheld = ({ n, known }: typeof rr): number => 100 * (1 - n / known);
  return [
    target('faces: heart rate, mean error', '1/min', overall.hr.mae, 0.5),
    ...groups.map((group) => {
      const { hr } = summariseSet(faces.filter((one) => one.group === group));
      return target(`faces, ${group}: heart rate, mean error`, '1/min', hr.mae, 0.5);
    }),
    target('faces: heart rate, worst shown', '1/min', overall.hr.worst, 2),
    target('faces: wrong and confident', 'clips', overall.wrongAndConfident, 0),
    target('faces with a pulse refused', '%', 100 * (overall.refusedShare ?? 0), 6.7),
    target('faces: breathing withheld', '%', withheld(rr), 40),
    target('faces: breathing off by more than 2', '%', (100 * breathing.length) / rr.n, 5),
    target('faces: SDNN withheld', '%', withheld(sdnn), 40),
    target('faces: SDNN, mean error', 'ms', sdnn.mae, 8),
  ];
}

function refusalTargets({ noPulse, negatives }: Figures): Target[] {
  return [
    ...(noPulse.clips > 0
      ? [target('clips without a pulse answered', 'clips', noPulse.answered, 0)]
      : []),
    ...negatives.map(({ lengthS, count, answered }) =>
      target(
        `negative windows of ${String(lengthS)} s answered`,
        '%',
        (100 * answered) / count,
        0.5,
      ),
    ),
  ];
}

function fingerTargets(recordings: readonly RecordingResult[], { sets }: Figures): Target[] {
  const { finger } = sets;
  if (finger === undefined) return [];
  const sizes = recordings
    .filter(({ set }) => set === 'finger')
    .flatMap(({ windowErrors }) => windowErrors.map(Math.abs))
    .sort((a, b) => a - b);
  return [
    target('finger: heart rate, mean error', '1/min', finger.hr.mae, 0.3),
    target('finger: SDNN, mean error', 'ms', finger.sdnn.mae, 6.5),
    target('finger: RMSSD, mean error', 'ms', finger.rmssd.mae, 10),
    target('finger: interval, mean error', 'ms', finger.intervalErrorMs, 16),
    target('finger: heart rate in 30 s, mean error', '1/min', mean(sizes), 0.9),
    target('finger: heart rate in 30 s, median error', '1/min', quantile(sizes, 0.5), 0.15),
  ];
}

function breathingTargets({ sets }: Figures): Target[] {
  const found = sets.respiration?.breathing ?? null;
  if (found === null) return [];
  const off = 100 * (1 - (found.within2 ?? Number.NaN));
  return [
    target(
      'counted breaths: windows withheld',
      '%',
      (100 * (found.windows - found.answered)) / found.windows,
      30,
    ),
    target('counted breaths: mean error', '1/min', found.mae, 1),
    target('counted breaths: off by more than 2', '%', off, 7),
  ];
}

function segmentTargets({ sets }: Figures): Target[] {
  const found = sets.segments?.rates ?? null;
  if (found === null) return [];
  return [target('counted pulse: wrong and confident', 'windows', found.wrong, 0)];
}

const QUANTITY_TEXTS = { hr: 'heart rate', rr: 'breathing', sdnn: 'SDNN' } as const;

/** If errors are as large as stated, 68 % lie within one deviation and 95 % within two. */
function calibrationTargets(
  recordings: readonly RecordingResult[],
  { calibration, overall }: Figures,
): Target[] {
  return [
    ...calibration
      .filter(({ band }) => band === 'all')
      .flatMap(({ quantity, withinOne, withinTwo }) => [
        target(
          `${QUANTITY_TEXTS[quantity]}: errors beyond one ±`,
          '%',
          100 * (1 - withinOne),
          33.3,
        ),
        target(`${QUANTITY_TEXTS[quantity]}: errors beyond two ±`, '%', 100 * (1 - withinTwo), 5),
      ]),
    ...(overall.recordings > 0
      ? [target('faces: values without a stated ±', 'values', withoutDeviation(recordings), 0)]
      : []),
  ];
}
