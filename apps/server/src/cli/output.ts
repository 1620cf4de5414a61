// SPDX-License-Identifier: Apache-2.0
import type { Failure } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** A command's answer, for scripts and for people. */
export interface Answer {
  /** What `--json` prints as `result`. Its fields are only ever added to. */
  readonly result: unknown;
  readonly text: string;
  /** Exit code, for a command whose answer can be bad news; 0 by default. */
  readonly exit?: number;
}

/**
 * Removes control characters: names are user input, and could otherwise control a terminal, or reverse what follows
 * them in the line.
 */
export const plain = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, ' ');

export type Cell = string | number | boolean | null | undefined;
const shown = (cell: Cell): string => {
  if (cell === true) return 'yes';
  if (cell === false) return 'no';
  return plain(String(cell ?? ''));
};

/** Rows under their column names; the sentence `none` if there are no rows. */
export function table(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const lines = [columns, ...rows.map((row) => row.map(shown))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The answer of a command that lists rows. @param cells what is shown of a row. @param none see {@link table}. */
export const listing = <Row>(
  rows: readonly Row[],
  columns: readonly string[],
  cells: (row: Row) => readonly Cell[],
  none: string,
): Answer => ({ result: rows, text: table(columns, rows.map(cells), none) });

/** One record, a line for each of its fields; empty fields are left out. */
export function sheet(fields: Readonly<Record<string, Cell>>): string {
  const filled = Object.entries(fields).filter(([, value]) => (value ?? '') !== '');
  const width = Math.max(...filled.map(([label]) => label.length));
  return filled.map(([label, value]) => `${label.padEnd(width)}  ${shown(value)}`).join('\n');
}

export const iso = (ms: number): string => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** Prints the answer of a command. With `--json`, answers and failures go to standard output, one object per line. */
export function printAnswer(
  { stdout }: Terminal,
  command: string,
  { result, text }: Answer,
  isJson: boolean,
): void {
  stdout.write(isJson ? `${JSON.stringify({ ok: true, command, result })}\n` : `${text}\n`);
}

export function printFailure(
  { stdout, stderr }: Terminal,
  command: string,
  failure: Failure,
  isJson: boolean,
): void {
  const { code, message, fields } = failure;
  const error = { code, message, fields };
  if (isJson) stdout.write(`${JSON.stringify({ ok: false, command, error })}\n`);
  else stderr.write(`${`perfuse ${command}`.trimEnd()}: ${message}\n`);
}
