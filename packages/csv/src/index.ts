// SPDX-License-Identifier: Apache-2.0
/** Comma-separated values (RFC 4180) that no spreadsheet computes (OWASP, CSV injection). */
import papaparse from 'papaparse';

/** The wide and the small forms are those of East Asian keyboards. */
const SIGN = String.raw`=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b`;
const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;

/** A text that spreadsheets take for a formula, and that is no number: whatever cannot be seen stands before it. */
const FORMULA = new RegExp(String.raw`^(?!${NUMBER}$)[\s\p{C}]*[${SIGN}\t\r\n]`, 'iu');

/**
 * Where a formula would begin for a spreadsheet that begins a cell at semicolons or tabs instead, as many do by the
 * language of their machine. For it quotes that follow a comma mean nothing.
 */
const INNER_FORMULA = new RegExp(
  String.raw`([;\t\r\n])(?!${NUMBER}(?:[;\t\r\n]|$))(?=(?:(?![\t\r\n])["\s\p{C}])*[${SIGN}])`,
  'giu',
);
const NEWLINE = '\r\n';

/** Begins a file for spreadsheets, which take UTF-8 for something else without it. */
export const BYTE_ORDER_MARK = '\ufeff';

const harmless = <T>(field: T): T | string =>
  typeof field === 'string' ? field.replace(INNER_FORMULA, "$1'") : field;
const hasSeparator = (field: unknown): boolean => typeof field === 'string' && /[;\t]/.test(field);

/** A table whose rows all end with CRLF. A text that a spreadsheet would compute is led by an apostrophe. */
export function csvTable(rows: readonly (readonly (string | number | null)[])[]): string {
  if (rows.length === 0) return '';
  const table = rows.map((row) => row.map(harmless));
  const options = { escapeFormulae: FORMULA, newline: NEWLINE, quotes: hasSeparator };
  return papaparse.unparse(table, options) + NEWLINE;
}
