// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench:accuracy -- DIR`: accuracy on the recordings in DIR, else in the folder PERFUSE_RECORDINGS names.
 * `--json` prints one object and writes nothing unless `--out` says where; `--no-cache` reads videos anew.
 */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { accuracyPage } from './markdown.ts';
import { blandAltman } from './bland-altman.ts';
import { printAccuracy } from './print.ts';
import type { AccuracyReport } from './report.ts';
import { runAccuracy } from './run.ts';

const USAGE = 'usage: npm run bench:accuracy -- DIR [--out DIR] [--json] [--no-cache]';
const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function write(report: AccuracyReport, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'accuracy.md'), accuracyPage(report));
  await writeFile(path.join(folder, 'bland-altman.svg'), blandAltman(report.recordings));
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
      'no-cache': { type: 'boolean', default: false },
    },
  });
  const dir = positionals[0] ?? process.env['PERFUSE_RECORDINGS'];
  if (dir === undefined || positionals.length > 1) {
    say(`Name one folder of recordings, or set PERFUSE_RECORDINGS.\n${USAGE}`);
    return 2;
  }
  const found = await stat(dir).catch(() => null);
  if (found?.isDirectory() !== true) {
    say(`There is no folder ${dir}.`);
    return 2;
  }
  const report = await runAccuracy(dir, { cache: !values['no-cache'], log: say });
  if (report.recordings.length === 0) {
    for (const { name, reason } of report.summary.failed) say(`${name}: ${reason}`);
    say(`${dir} holds no recording that can be used. Formats: docs/accuracy/README.md.`);
    return 1;
  }
  const folder = values.out ?? (values.json ? undefined : 'docs/accuracy');
  if (folder !== undefined) await write(report, folder);
  process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : printAccuracy(report));
  if (!values.json && folder !== undefined)
    say(`Written: accuracy.md, bland-altman.svg in ${folder}`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  say(`bench:accuracy: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
