// SPDX-License-Identifier: Apache-2.0
/** `npm run bench:accuracy -- DIR`: accuracy on recordings with ground truth. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { readCommandLineWithNames, refuse } from '../command-line.ts';
import { accuracyFigures, accuracyPage } from './markdown.ts';
import { blandAltman } from './bland-altman.ts';
import type { AccuracyReport } from './report.ts';
import { runAccuracy } from './run.ts';

const USAGE = `Usage: npm run bench:accuracy -- DIR [options]

Reads face videos with ground truth frame by frame through the real capture and engine, and compares each number.
Formats: docs/accuracy/README.md. Without DIR it takes the folder that PERFUSE_RECORDINGS names.

  --out DIR     where the report goes (docs/accuracy)
  --json        one object for scripts instead
  --no-cache    traces extracted anew
`;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function write(report: AccuracyReport, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'accuracy.md'), accuracyPage(report));
  await writeFile(path.join(folder, 'bland-altman.svg'), blandAltman(report.recordings));
}

async function main(): Promise<number> {
  const { values, names } = readCommandLineWithNames(USAGE, {
    out: { type: 'string' },
    json: { type: 'boolean', default: false },
    'no-cache': { type: 'boolean', default: false },
  });
  const dir = names[0] ?? process.env['PERFUSE_RECORDINGS'];
  if (dir === undefined || names.length > 1) {
    refuse('Name one folder of recordings, or set PERFUSE_RECORDINGS.', USAGE);
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
  process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : accuracyFigures(report));
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
