// SPDX-License-Identifier: Apache-2.0
/** `npm run bench:fuzz -- --minutes 60`: fuzzes every interface that takes untrusted input, guided by coverage. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { readCommandLine, refuse } from '../command-line.ts';
import { bundleFuzzer } from './bundle.ts';
import { keepFinding, readCorpus, writeCorpus } from './engine/corpus.ts';
import type { Fuzzed } from './engine/fuzz.ts';
import { TARGET_NAMES } from './targets/names.ts';
import { supervise } from './supervise.ts';

const FOLDER = path.resolve('bench/fuzz');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const USAGE = `Usage: npm run bench:fuzz -- [options]

Fuzzes every interface that takes untrusted input, guided by coverage. What it learns is kept in bench/fuzz/corpus.

  --minutes N    for all targets together (60); the kept inputs are run besides
  --target X,Y   some of them
  --seed N       draws others (1)
  --input FILE   runs one kept input, against one target
  --list         names the targets

Ends with 1 when a rule was broken; the input is in bench/fuzz/findings.
`;
const values = readCommandLine(USAGE, {
  minutes: { type: 'string', default: '60' },
  target: { type: 'string' },
  seed: { type: 'string', default: '1' },
  input: { type: 'string' },
  list: { type: 'boolean', default: false },
});
const asked = values.target?.split(',') ?? TARGET_NAMES;
const chosen = TARGET_NAMES.filter((name) => asked.includes(name));
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (chosen.length !== asked.length || !(minutes >= 0) || !Number.isInteger(seed)) {
  refuse(`--target takes ${TARGET_NAMES.join(', ')}; --minutes and --seed numbers.`, USAGE);
}
if (values.input !== undefined && (chosen.length !== 1 || !existsSync(values.input))) {
  refuse('--input names a file, and --target the one target that it is for.', USAGE);
}
if (values.list) {
  say(TARGET_NAMES.join('\n'));
  process.exit(0);
}

function summary(target: string, fuzzed: Fuzzed | null, found: number): string {
  if (fuzzed === null) return `${target}: ended early, ${String(found)} findings`;
  const { executions, cpuSeconds, reached, newlyReached, corpus, slowestMs, peakMb, grownMb } =
    fuzzed;
  return [
    `${target.padEnd(14)} ${String(executions).padStart(9)} executions`,
    `${cpuSeconds.toFixed(0)} s of the processor`,
    `${(reached / 1000).toFixed(1)} kB of code reached`,
    `${String(newlyReached)} B of it new`,
    `${String(corpus.length)} inputs kept`,
    `slowest ${slowestMs.toFixed(0)} ms`,
    `peak ${peakMb.toFixed(0)} MB`,
    `grown ${grownMb.toFixed(0)} MB`,
    `${String(found)} findings`,
  ].join(', ');
}

const bundle = await bundleFuzzer(
  path.resolve('bench/src/fuzz/worker.ts'),
  path.resolve('.cache/fuzz', String(process.pid)),
);
let isSound = true;
for (const target of chosen) {
  const given = values.input === undefined ? null : new Uint8Array(readFileSync(values.input));
  const corpus = given === null ? readCorpus(path.join(FOLDER, 'corpus'), target) : [given];
  const duration = given === null ? (minutes * 60_000) / chosen.length : 0;
  const { fuzzed, findings } = await supervise(bundle, { target, corpus, duration, seed });
  for (const { rule, stack, input } of findings) {
    const file = keepFinding(path.join(FOLDER, 'findings'), target, input);
    say(`FINDING in ${target}: ${rule}\n  ${path.relative('.', file)}\n${stack}`);
  }
  if (fuzzed !== null && given === null) {
    writeCorpus(path.join(FOLDER, 'corpus'), target, fuzzed.corpus);
  }
  say(summary(target, fuzzed, findings.length));
  isSound &&= fuzzed !== null && findings.length === 0;
}
process.exit(isSound ? 0 : 1);
