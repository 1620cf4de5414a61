// SPDX-License-Identifier: Apache-2.0
import { BYTE_ORDER_MARK, csvTable } from '@perfuse/csv';
import { originOf } from '../../../metrics/origin.ts';
import type { MeasurementOutcome } from '../../../session/measurement-result.ts';
import type { ExportedValue } from './exported-values.ts';
import { methodText, type ExportTexts } from './export-texts.ts';

/** Headings of the table; the text is `csv.<id>`. */
export const CSV_COLUMNS = [
  'name',
  'code',
  'value',
  'unit',
  'uncertainty',
  'range',
  'kind',
  'reason',
  'method',
  'quality',
  'measured',
  'measurement',
  'notice',
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** With the precision of the wire format. */
const precise = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 10_000) / 10_000;

/** The result as a table for a spreadsheet: one row per value, decimal points, times in UTC. */
export function resultCsv(
  outcome: MeasurementOutcome,
  values: readonly ExportedValue[],
  words: ExportTexts,
  heading: (column: CsvColumn) => string,
): string {
  const measured = new Date(outcome.finishedAt).toISOString();
  const rows = values.map((value): Record<CsvColumn, string | number | null> => {
    const { code, channel } = value;
    return {
      name: words.name(value),
      code,
      value: precise(channel.value),
      unit: words.unit(value),
      uncertainty: channel.value === null ? null : precise(channel.uncertainty),
      range: words.band(value),
      kind: words.kind(value),
      reason: [words.reason(value), words.moved(value)].filter((text) => text !== '').join(' '),
      method: methodText(channel.source) || channel.source,
      quality: precise(channel.quality),
      // The time of a typed reading is not known.
      measured: originOf(code, channel) === 'entered' ? null : measured,
      measurement: outcome.measurementId,
      notice: words.notice,
    };
  });
  const table = [
    CSV_COLUMNS.map(heading),
    ...rows.map((row) => CSV_COLUMNS.map((column) => row[column])),
  ];
  return BYTE_ORDER_MARK + csvTable(table);
}
