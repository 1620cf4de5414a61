// SPDX-License-Identifier: Apache-2.0

/** A Markdown table that is also readable in a terminal: the first column left-aligned, the others right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, at) => Math.max(3, ...lines.map((row) => row[at]?.length ?? 0)));
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const pad = (cell: string, at: number): string =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  lines.splice(1, 0, rule);
  return lines.map((row) => `| ${row.map(pad).join(' | ')} |`).join('\n');
}
