// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench:clients`: runs the vendor's published Python client, independent third-party code, through its whole
 * sequence against a real server; bench/clients/python/sequence.py defines the calls and the expected answers. It
 * measures a synthetic person of a known heart rate, as a device and as a person, over the websocket and over REST.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { benchCommand, numberFrom } from '../command-line.ts';
import { pythonClient, type PythonClient } from './environment.ts';
import { openSite, type SequenceSite } from './site.ts';
import { checkHeartRate, missing, parseSteps, stepTable, TOLERANCE_BPM } from './steps.ts';

const SEQUENCE = path.resolve('bench/clients/python/sequence.py');

/** The sequence's output and exit code; the site is passed on standard input because it contains keys. */
async function runSequence(python: string, site: SequenceSite) {
  const child = spawn(python, [SEQUENCE, '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdin.end(JSON.stringify(site));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return { output, exitCode };
}

const {
  python: given,
  bpm,
  pace,
  json,
} = benchCommand(
  'bench:clients',
  `Runs every call of the vendor's published Python client against a new server. The client is downloaded once, at a pinned
commit, into .cache: from GitHub, with aiohttp from PyPI. Requires Python 3.9 or later with venv. Exits with 1 if a step is
not as documented or a heart rate is wrong, with 2 if the client cannot be run.`,
)
  .option('--python <path>', 'a Python with the client installed; nothing is downloaded')
  .option('--bpm <n>', 'heart rate of the simulated person', numberFrom(45, 150), 66)
  .option('--pace <s>', 'seconds between chunks; 5 with a camera', numberFrom(0, 15), 0)
  .option('--json', 'print one JSON object')
  .parse()
  .opts<{ python?: string; bpm: number; pace: number; json?: true }>();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

function clientOrEnd(): PythonClient {
  try {
    return pythonClient(given);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

const { python, versions } = clientOrEnd();
const { site, close } = await openSite({ bpm, paceS: pace });
try {
  const { output, exitCode } = await runSequence(python, site);
  const steps = parseSteps(output).map((step) => checkHeartRate(bpm, step));
  const lack = missing(steps, exitCode);
  const faults = steps.filter(({ ok }) => !ok).length;
  if (json === true) {
    process.stdout.write(`${JSON.stringify({ client: versions, bpm, steps, missing: lack })}\n`);
  } else {
    const known = `Sent: ${String(bpm)} per minute, tolerance ${String(TOLERANCE_BPM)}`;
    const verdict = `${String(steps.length)} steps, ${String(faults)} not as documented.`;
    process.stdout.write(
      `${versions}\n${known}\n\n${stepTable(steps)}\n\n${verdict}${lack === null ? '' : ` ${lack}`}\n`,
    );
  }
  if (faults > 0 || lack !== null) process.exitCode = 1;
} finally {
  await close();
}
