// SPDX-License-Identifier: Apache-2.0
/** `main.ts [DIR] [--json]`: accuracy on the recordings in DIR, else in the folder PERFUSE_RECORDINGS names. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { printAccuracy } from './print.ts';
import { runAccuracy } from './run.ts';

const args = process.argv.slice(2);
const dir = args.find((arg) => !arg.startsWith('--')) ?? process.env['PERFUSE_RECORDINGS'];
if (dir === undefined || !existsSync(dir)) {
  process.stderr.write(
    `No recordings: ${dir ?? 'name a folder or set PERFUSE_RECORDINGS'}; nothing was measured.\n`,
  );
  process.exitCode = 2;
} else {
  const report = await runAccuracy(dir);
  const text = args.includes('--json') ? JSON.stringify(report) : printAccuracy(report);
  process.stdout.write(`${text}\n`);
}
