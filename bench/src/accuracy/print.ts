// SPDX-License-Identifier: Apache-2.0
import type { Compared, FingerSet, WaveRow } from './contact.ts';
import type { FaceRow, FaceSet, RefusalSet } from './faces.ts';
import type { AccuracyReport } from './run.ts';
import type { ErrorFigures } from './statistics.ts';

const number = (value: number | null | undefined, digits = 1): string =>
  value === null || value === undefined || !Number.isFinite(value) ? '-' : value.toFixed(digits);

/** The report as plain text, widest line about 110 characters. */
export function printAccuracy(report: AccuracyReport): string {
  const sections = [
    `Accuracy on recordings with known truth (${report.dir}). Not validated on people.`,
    ...report.faces.map(faces),
    faces(report.noPulse),
    `Recordings without a usable pulse\n${report.negatives.map(refusal).join('\n')}`,
    finger(report.finger),
    waves(report.waves),
    timing(report),
    targets(report),
  ];
  return `${sections.join('\n\n')}\n`;
}

function faces(set: FaceSet): string {
  const methods = Object.keys(set.plain);
  const head = [
    'recording'.padEnd(26),
    ...[
      'truth',
      'found',
      'error',
      '+-',
      'SNR',
      'breaths',
      'found',
      'SDNN',
      'found',
      ...methods,
    ].map((name) => name.padStart(8)),
  ].join('');
  const summary = [
    `  refused ${String(set.refused)} of ${String(set.rows.length)}, wrong and confident ${String(set.wrongAndConfident)}`,
    `  heart rate ${errors(set.heartRate)}`,
    `  breathing  ${errors(set.breathingRate)}`,
    `  SDNN       ${errors(set.sdnn)}`,
    ...methods.map((id) => `  plain ${id} on the face box: ${errors(set.plain[id])}`),
  ];
  return [`Faces, ${set.name}`, head, ...set.rows.map(faceRow), ...summary].join('\n');
}

function faceRow(row: FaceRow): string {
  const { truth, heartRate } = row;
  const error = heartRate === null || truth.hr === null ? null : heartRate - truth.hr;
  const cells = [
    number(truth.hr),
    heartRate === null ? '-' : number(heartRate),
    number(error, 2),
    number(row.uncertainty),
    number(row.snrDb),
    number(truth.rr, 0),
    number(row.breathingRate),
    number(truth.sdnn, 0),
    number(row.sdnn, 0),
    ...Object.values(row.plain).map((value) => number(value, 0)),
  ];
  return row.name.padEnd(26) + cells.map((cell) => cell.padStart(8)).join('') + `  ${row.reason}`;
}

function errors(found: ErrorFigures | undefined): string {
  if (found === undefined || found.n === 0) return 'none given';
  const { n, mae, median, rmse, bias, worst } = found;
  return (
    `n ${String(n)}, mean error ${number(mae, 2)}, median ${number(median, 2)}, ` +
    `root mean square ${number(rmse, 2)}, bias ${number(bias, 2)}, worst ${number(worst, 2)}`
  );
}

function refusal({ windowS, windows, accepted }: RefusalSet): string {
  return `  windows of ${String(windowS)} s: ${String(accepted.length)} of ${String(windows)} accepted ${accepted.join(' ')}`;
}

function pair({ found, truth }: Compared): string {
  return `${number(found)} / ${number(truth)}`.padStart(16);
}

function finger(set: FingerSet): string {
  const rows = set.rows.map(
    (row) =>
      row.name.padEnd(12) +
      pair(row.heartRate) +
      pair(row.sdnn) +
      pair(row.rmssd) +
      number(row.intervalErrorMs).padStart(10) +
      number(100 * row.acceptedShare, 0).padStart(8) +
      ' %',
  );
  return [
    'Finger on a camera beside a chest strap (found / truth): heart rate, SDNN ms, RMSSD ms, interval error ms, accepted',
    ...rows,
    `  heart rate ${errors(set.heartRate)}`,
    `  SDNN       ${errors(set.sdnn)}`,
    `  RMSSD      ${errors(set.rmssd)}`,
    `  heart rate in windows of 30 s ${errors(set.windows)}`,
    `  interval error ${number(set.intervalErrorMs)} ms`,
  ].join('\n');
}

function waves(rows: readonly WaveRow[]): string {
  const lines = rows.map(
    ({ name, heartRate, sdnn, rmssd, breathing }) =>
      name.padEnd(16) +
      pair(heartRate) +
      (sdnn === null ? '-'.padStart(16) : pair(sdnn)) +
      (rmssd === null ? '-'.padStart(16) : pair(rmssd)) +
      `${number(breathing.found)} / ${number(breathing.truth)}`.padStart(16),
  );
  return [
    "Waves of another product (found / that product's figure): heart rate, SDNN ms, RMSSD ms, breaths",
    ...lines,
  ].join('\n');
}

function timing({ timing: { recordings, medianMs, p95Ms, cpuMs } }: AccuracyReport): string {
  return (
    `One analysis of a 30 s recording (${String(recordings)} recordings): median ${number(medianMs)} ms, ` +
    `p95 ${number(p95Ms)} ms, processor ${number(cpuMs)} ms`
  );
}

function targets(report: AccuracyReport): string {
  const lines = report.targets.map(
    ({ what, unit, found, limit, met }) =>
      `  ${met ? 'met   ' : 'MISSED'} ${what.padEnd(48)} ${number(found, 2).padStart(8)} <= ${String(limit)} ${unit}`,
  );
  return ['Targets', ...lines].join('\n');
}
