// SPDX-License-Identifier: Apache-2.0
/** Spreadsheets take a text that begins so for a formula; the wide forms are those of East Asian keyboards. */
const FORMULA = /^[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Without it spreadsheets read UTF-8 as something else. */
const BYTE_ORDER_MARK = '\ufeff';

/** One field by RFC 4180. A text that a spreadsheet would compute is led by an apostrophe; a number is left as it is. */
export function csvField(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table by RFC 4180, in UTF-8 with a byte order mark. Every row has as many fields as the first. */
export function csvTable(rows: readonly (readonly (string | number | null)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}
