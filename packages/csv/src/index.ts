// SPDX-License-Identifier: Apache-2.0
/** Comma-separated values (RFC 4180) that no spreadsheet computes (OWASP, CSV injection). */
import papaparse from 'papaparse';

/**
 * A text that spreadsheets take for a formula, and that is no number: whatever cannot be seen stands before it. The wide and
 * the small forms are those of East Asian keyboards.
 */
const FORMULA =
  /^(?![+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$)[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\t\r\n]/iu;
const NEWLINE = '\r\n';

/** Begins a file for spreadsheets, which take UTF-8 for something else without it. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A table whose rows all end with CRLF. A text that a spreadsheet would compute is led by an apostrophe. */
export function csvTable(rows: readonly (readonly (string | number | null)[])[]): string {
  if (rows.length === 0) return '';
  const table = rows.map((row) => [...row]);
  return papaparse.unparse(table, { escapeFormulae: FORMULA, newline: NEWLINE }) + NEWLINE;
}
