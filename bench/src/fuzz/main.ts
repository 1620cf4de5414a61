// SPDX-License-Identifier: Apache-2.0
/** `npm run bench:fuzz -- --minutes 60`: fuzzes every place that takes what strangers send, guided by coverage. */
import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { readCommandLine, refuse } from '../command-line.ts';
import { buildInstrumented } from './coverage/build.ts';
import { keepFinding, readCorpus, writeCorpus } from './engine/corpus.ts';
import { addUp, summary, type TargetFigures } from './figures.ts';
import { TARGET_NAMES } from './targets/names.ts';
import { supervise } from './supervise.ts';

const FOLDER = path.resolve('bench/fuzz');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const USAGE = `Usage: npm run bench:fuzz -- [options]

Fuzzes every place that takes what strangers send, guided by coverage. What it learns is kept in bench/fuzz/corpus.

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

const bundle = await buildInstrumented(
  'bench/src/fuzz/worker.ts',
  path.resolve('.cache/fuzz', String(process.pid)),
  process.cwd(),
);
const all: TargetFigures[] = [];
mkdirSync('.cache/fuzz', { recursive: true });
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
  const figures = addUp(target, duration, fuzzed, findings.length, bundle.files);
  all.push(figures);
  say(summary(figures));
  // After each: a run that is cut short keeps what it knows.
  writeFileSync('.cache/fuzz/last.json', JSON.stringify({ seed, minutes, targets: all }, null, 2));
}
process.exit(all.some(({ findings, executions }) => findings > 0 || executions === 0) ? 1 : 0);
