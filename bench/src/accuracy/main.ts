// SPDX-License-Identifier: Apache-2.0
/** `npm run bench:accuracy -- DIR`: accuracy on recordings with ground truth. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { benchCommand } from '../command-line.ts';
import { accuracyFigures, accuracyPage } from './markdown.ts';
import { blandAltman } from './bland-altman.ts';
import type { AccuracyReport } from './report.ts';
import { studyFigures, studyPage } from './study-page.ts';
import { runAccuracy } from './run.ts';

const command = benchCommand(
  'bench:accuracy',
  `Runs face videos with ground truth, frame by frame, and sessions of validation studies through the real capture and
engine, and compares each value with the truth.
Formats: docs/accuracy/README.md.`,
)
  .argument('[dir]', 'folder of recordings; default: PERFUSE_RECORDINGS')
  .option('--out <dir>', 'output folder of the report (docs/accuracy)')
  .option('--json', 'print one JSON object instead')
  .option('--no-cache', 'extract the traces again');
const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** The files that a report publishes. Synthetic recordings and recordings of people are reported on separate pages. */
function filesOf(report: AccuracyReport): Readonly<Record<string, string>> {
  const study = studyPage(report);
  const hasOthers = report.recordings.some(({ set }) => set !== 'study');
  return {
    ...(hasOthers && {
      'accuracy.md': accuracyPage(report),
      'bland-altman.svg': blandAltman(report.recordings),
    }),
    ...(study !== null && { 'study.html': study }),
  };
}

async function write(files: ReturnType<typeof filesOf>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(folder, name), text);
  }
}

async function main(): Promise<number> {
  const values = command.parse().opts<{ out?: string; json?: true; cache: boolean }>();
  const dir = command.args[0] ?? process.env['PERFUSE_RECORDINGS'];
  if (dir === undefined) {
    return command.error('Pass a folder of recordings, or set PERFUSE_RECORDINGS.');
  }
  const found = await stat(dir).catch(() => null);
  if (found?.isDirectory() !== true) {
    say(`Folder not found: ${dir}`);
    return 2;
  }
  const report = await runAccuracy(dir, { cache: values.cache, log: say });
  if (report.recordings.length === 0) {
    for (const { name, reason } of report.summary.failed) say(`${name}: ${reason}`);
    say(`${dir} contains no usable recording. Formats: docs/accuracy/README.md.`);
    return 1;
  }
  const folder = values.out ?? (values.json === true ? undefined : 'docs/accuracy');
  const files = filesOf(report);
  if (folder !== undefined) await write(files, folder);
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(report)}\n`
      : `${studyFigures(report)}${accuracyFigures(report)}`,
  );
  if (values.json !== true && folder !== undefined)
    say(`Written: ${Object.keys(files).join(', ')} in ${folder}`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  say(`bench:accuracy: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
