// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import process from 'node:process';
import { HELP, parseMeasureArguments, type MeasureJob } from './arguments.ts';
import { MeasureFailure } from './failure.ts';
import { measure } from './measure.ts';
import { printable, reportFailure, reportOf, type Report } from './report.ts';

/** npm starts scripts in the package's folder and stores the user's own in INIT_CWD. */
const fromHere = (file: string): string => path.resolve(process.env['INIT_CWD'] ?? '', file);

function present(report: Report, json: boolean): void {
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : printable(report));
  process.exitCode = report.status === 'failed' ? 1 : 0;
}

function failureOf(error: unknown): MeasureFailure {
  if (error instanceof MeasureFailure) return error;
  return new MeasureFailure('FAILED', error instanceof Error ? error.message : String(error));
}

async function run(job: MeasureJob): Promise<void> {
  const startedAt = performance.now();
  const elapsedMs = (): number => performance.now() - startedAt;
  try {
    await measure(
      { ...job, recording: fromHere(job.recording) },
      {
        log: (line) => void process.stderr.write(`${line}\n`),
        outcome: (outcome) => present(reportOf(outcome, elapsedMs()), job.json),
      },
    );
  } catch (error) {
    present(reportFailure(failureOf(error), elapsedMs()), job.json);
  }
}

async function main(): Promise<void> {
  const job = parseMeasureArguments(process.argv.slice(2));
  if (job === 'help') {
    process.stdout.write(HELP);
  } else if (job.ok) {
    await run(job.value);
  } else {
    process.stderr.write(`measure: ${job.reason}\nTry --help.\n`);
    process.exitCode = 2;
  }
}

// Exits normally, so that temporary files are removed.
process.on('SIGTERM', () => process.exit(143));
process.on('SIGINT', () => process.exit(130));
await main();
