// SPDX-License-Identifier: Apache-2.0
import { table } from '../table.ts';
import { SETS, type AccuracyReport } from './report.ts';
import {
  BREATHING_HEAD,
  breathingRows,
  CALIBRATION_HEAD,
  calibrationRows,
  FIGURE_HEAD,
  figureRows,
  filled,
  number,
  RATE_HEAD,
  rateRows,
  RECORDING_HEAD,
  recordingRow,
  refusedText,
  SET_TITLES,
  USEFULNESS_HEAD,
  usefulnessRows,
} from './rows.ts';

/** The figures as a page; written by the bench, not by hand. */
export const accuracyPage = (report: AccuracyReport): string =>
  [
    '# Accuracy on recordings with known truth',
    'Written by `npm run bench:accuracy`; what the words mean is in [README.md](README.md). Found / true. Rates are a ' +
      'minute, SDNN and RMSSD in ms. GREEN, CHROM and POS are the plain published methods on the same skin, without our ' +
      'rectification, pooling and gate: they always answer. **Not validated on people**: the faces are animated ' +
      'portraits and synthetic series. They say nothing about skin tones, ages and cameras in life.',
    '![Bland-Altman plots](bland-altman.svg)',
    accuracyFigures(report),
  ].join('\n\n');

/** The figures alone, for the terminal too. */
export function accuracyFigures({ recordings, summary }: AccuracyReport): string {
  const parts: string[] = [];
  if (summary.overall.recordings > 0) {
    parts.push('## All faces with a pulse', table(FIGURE_HEAD, figureRows(summary.overall)));
    parts.push(`${refusedText(summary.overall)}.`);
  }
  if (summary.targets.length > 0) {
    const rows = summary.targets.map(({ what, unit, found, limit, met }) => [
      what,
      number(found, 2),
      `≤ ${String(limit)} ${unit}`,
      met ? 'met' : '**missed**',
    ]);
    parts.push('## Targets', table(['figure', 'found', 'limit', ''], rows));
  }
  if (summary.usefulness.length > 0) {
    parts.push('## Who sees what', table(USEFULNESS_HEAD, usefulnessRows(summary.usefulness)));
  }
  if (summary.calibration.length > 0) {
    const rows = calibrationRows(summary.calibration);
    parts.push('## Stated deviations beside the errors', table(CALIBRATION_HEAD, rows));
  }
  for (const set of SETS) {
    const figures = summary.sets[set];
    if (figures === undefined) continue;
    if (figures.rates !== null) {
      const rows = rateRows(recordings.filter((one) => one.set === set));
      parts.push(`## ${SET_TITLES[set]}`, table(RATE_HEAD, rows));
      continue;
    }
    if (figures.breathing !== null) {
      const rows = breathingRows(recordings.filter((one) => one.set === set));
      parts.push(`## ${SET_TITLES[set]}`, table(BREATHING_HEAD, rows));
      continue;
    }
    const rows = recordings.filter((one) => one.set === set).map(recordingRow);
    parts.push(`## ${SET_TITLES[set]}`, table(...filled(RECORDING_HEAD, rows)));
    if (set !== 'no-pulse' && set !== 'negative') {
      parts.push(table(FIGURE_HEAD, figureRows(figures)));
    }
    const intervals = figures.intervalErrorMs;
    const beats =
      intervals === null ? '' : ` Interval from beat to beat: mean error ${number(intervals)} ms.`;
    parts.push(`${refusedText(figures)}.${beats}`);
  }
  if (summary.failed.length > 0) {
    const lines = summary.failed.map(({ name, reason }) => `- ${name}: ${reason}`);
    parts.push('## Not read', lines.join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}
