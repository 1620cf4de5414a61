// SPDX-License-Identifier: Apache-2.0
import { SETS, type AccuracyReport } from './report.ts';
import {
  FIGURE_HEAD,
  figureRows,
  filled,
  number,
  RECORDING_HEAD,
  recordingRow,
  refusedText,
  SET_TITLES,
} from './rows.ts';

/** Columns as wide as their widest cell; the first to the left, numbers to the right, reasons as they are. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => {
          const width = widths[at] ?? 0;
          if (at === 0) return cell.padEnd(width);
          return head[at]?.startsWith('refused') === true ? cell : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n');
}

/** The report as plain text. */
export function printAccuracy({ recordings, summary }: AccuracyReport): string {
  const sections = [
    'Accuracy on recordings with known truth (found / true). Not validated on people.',
  ];
  for (const set of SETS) {
    const figures = summary.sets[set];
    if (figures === undefined) continue;
    const rows = recordings.filter((one) => one.set === set).map(recordingRow);
    const parts = [
      SET_TITLES[set],
      table(...filled(RECORDING_HEAD, rows)),
      `  ${refusedText(figures)}`,
    ];
    // What should be refused has no errors to speak of.
    if (set !== 'no-pulse' && set !== 'negative') {
      parts.push(table(FIGURE_HEAD, figureRows(figures)));
    }
    if (figures.intervalErrorMs !== null) {
      parts.push(`  interval from beat to beat: mean error ${number(figures.intervalErrorMs)} ms`);
    }
    sections.push(parts.join('\n'));
  }
  const { overall } = summary;
  if (overall.recordings > 0) {
    const parts = ['All faces with a pulse', table(FIGURE_HEAD, figureRows(overall))];
    sections.push([...parts, `  ${refusedText(overall)}`].join('\n'));
  }
  if (summary.targets.length > 0) sections.push(targets(summary.targets));
  if (summary.failed.length > 0) {
    const lines = summary.failed.map(({ name, reason }) => `  ${name}: ${reason}`);
    sections.push(['Not read', ...lines].join('\n'));
  }
  return `${sections.join('\n\n')}\n`;
}

function targets(list: AccuracyReport['summary']['targets']): string {
  const lines = list.map(
    ({ what, unit, found, limit, met }) =>
      `  ${met ? 'met   ' : 'MISSED'} ${what.padEnd(48)} ${number(found, 2).padStart(8)} <= ${String(limit)} ${unit}`,
  );
  return ['Targets', ...lines].join('\n');
}
