// SPDX-License-Identifier: Apache-2.0
/** `npm run bench:fuzz -- --minutes 60`: fuzzes every interface that takes untrusted input, guided by coverage. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { benchCommand, numberFrom, someOf, wholeFrom } from '../command-line.ts';
import { bundleFuzzer } from './bundle.ts';
import { keepFinding, readCorpus, writeCorpus } from './engine/corpus.ts';
import type { Fuzzed } from './engine/fuzz.ts';
import { TARGET_NAMES, type TargetName } from './targets/names.ts';
import { supervise } from './supervise.ts';

const FOLDER = path.resolve('bench/fuzz');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { minutes, seed, ...values } = benchCommand(
  'bench:fuzz',
  `Coverage-guided fuzzing of every interface that takes untrusted input. New inputs are stored in bench/fuzz/corpus. Exits with
1 if a rule was broken; the input is stored in bench/fuzz/findings.

Targets: ${TARGET_NAMES.join(', ')}`,
)
  .option(
    '--minutes <n>',
    'total for all targets, in addition to replaying the corpus',
    numberFrom(0, 1e6),
    60,
  )
  .option('--target <x,y>', 'only these targets', someOf(TARGET_NAMES), TARGET_NAMES)
  .option('--seed <n>', 'seed of the random inputs', wholeFrom(0, 2 ** 32), 1)
  .option('--no-keep', 'do not change bench/fuzz/corpus')
  .option('--input <file>', 'run one stored input against one target')
  .parse()
  .opts<{
    minutes: number;
    target: readonly TargetName[];
    seed: number;
    keep: boolean;
    input?: string;
  }>();

function summary(target: string, fuzzed: Fuzzed | null, found: number): string {
  if (fuzzed === null) return `${target}: ended early, ${String(found)} findings`;
  const { executions, cpuSeconds, reached, newlyReached, corpus, slowestMs, peakMb, grownMb } =
    fuzzed;
  return [
    `${target.padEnd(14)} ${String(executions).padStart(9)} executions`,
    `${cpuSeconds.toFixed(0)} s of processor time`,
    `${(reached / 1000).toFixed(1)} kB of code reached`,
    `${String(newlyReached)} B of it new`,
    `${String(corpus.length)} inputs stored`,
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
for (const target of values.target) {
  const given = values.input === undefined ? null : new Uint8Array(readFileSync(values.input));
  const corpus = given === null ? readCorpus(path.join(FOLDER, 'corpus'), target) : [given];
  const duration = given === null ? (minutes * 60_000) / values.target.length : 0;
  const { fuzzed, findings } = await supervise(bundle, { target, corpus, duration, seed });
  for (const { rule, stack, input } of findings) {
    const file = keepFinding(path.join(FOLDER, 'findings'), target, input);
    say(`FINDING in ${target}: ${rule}\n  ${path.relative('.', file)}\n${stack}`);
  }
  if (fuzzed !== null && given === null && values.keep) {
    writeCorpus(path.join(FOLDER, 'corpus'), target, fuzzed.corpus);
  }
  say(summary(target, fuzzed, findings.length));
  isSound &&= fuzzed !== null && findings.length === 0;
}
process.exit(isSound ? 0 : 1);
