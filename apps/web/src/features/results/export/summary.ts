// SPDX-License-Identifier: Apache-2.0
import { originOf, type ValueOrigin } from '../../../metrics/origin.ts';
import type { ExportedValue } from './exported-values.ts';
import type { ExportTexts } from './export-texts.ts';

export interface SummaryTexts {
  readonly title: string;
  /** Formats one value as a line. */
  readonly line: (name: string, reading: string) => string;
  /** Formats a value with its uncertainty. */
  readonly reading: (value: string, doubt: string) => string;
  /** Formats a reading with the note that it was not measured. */
  readonly origin: (
    reading: string,
    origin: Exclude<ValueOrigin, 'measured' | 'missing'>,
  ) => string;
}

/** The result as a text to share: one line per value, missing ones left out, the notice at the end. */
export function summaryText(
  values: readonly ExportedValue[],
  words: ExportTexts,
  { title, line, reading, origin }: SummaryTexts,
): string {
  const lines = values
    .filter(({ channel }) => channel.value !== null)
    .map((value) => {
      const doubt = words.uncertainty(value);
      const shown = words.shown(value);
      const told = doubt === '' ? shown : reading(shown, doubt);
      const from = originOf(value.code, value.channel);
      return line(
        words.name(value),
        from === 'measured' || from === 'missing' ? told : origin(told, from),
      );
    });
  return [title, ...lines, words.notice].join('\n');
}
