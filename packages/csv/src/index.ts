// SPDX-License-Identifier: Apache-2.0
/** Comma-separated values (RFC 4180) that spreadsheets do not evaluate (OWASP, CSV injection). */
import papaparse from 'papaparse';

/** Includes the full-width and small forms of East Asian keyboards. */
const SIGN = String.raw`=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b`;
const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;

/** A text that spreadsheets evaluate as a formula, but not a number; invisible characters may precede it. */
const FORMULA = new RegExp(String.raw`^(?!${NUMBER}$)[\s\p{C}]*[${SIGN}\t\r\n]`, 'iu');

/**
 * Start of a formula for a spreadsheet that separates cells at semicolons or tabs instead, as many do depending on the
 * machine's language. Such a spreadsheet ignores quotes after a comma.
 */
const INNER_FORMULA = new RegExp(
  String.raw`([;\t\r\n])(?!${NUMBER}(?:[;\t\r\n]|$))(?=(?:(?![\t\r\n])["\s\p{C}])*[${SIGN}])`,
  'giu',
);
const NEWLINE = '\r\n';

/** Must start files for spreadsheets, which otherwise do not recognise UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

const harmless = <T>(field: T): T | string =>
  typeof field === 'string' ? field.replace(INNER_FORMULA, "$1'") : field;
const hasSeparator = (field: unknown): boolean => typeof field === 'string' && /[;\t]/.test(field);

/** A table in which every row ends with CRLF. A text that a spreadsheet would evaluate gets a leading apostrophe. */
export function csvTable(rows: readonly (readonly (string | number | null)[])[]): string {
  if (rows.length === 0) return '';
  const table = rows.map((row) => row.map(harmless));
  const options = { escapeFormulae: FORMULA, newline: NEWLINE, quotes: hasSeparator };
  return papaparse.unparse(table, options) + NEWLINE;
}
