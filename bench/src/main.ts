// SPDX-License-Identifier: Apache-2.0
/** `npm run bench`: speed and accuracy, each figure with a named reference from the same run. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { accuracyFigures } from './accuracy/markdown.ts';
import type { AccuracyReport } from './accuracy/report.ts';
import { runAccuracy } from './accuracy/run.ts';
import { runCaptureBench, type CaptureFigures } from './capture/index.ts';
import { benchCommand, someOf, wholeFrom } from './command-line.ts';
import { runEngineBench, type EngineFigures } from './engine/index.ts';
import type { Percentiles } from './percentiles.ts';
import { IDLE_S, runStartBench, type StartFigures } from './start/index.ts';

/** One frame at 30 frames a second. */
const FRAME_MS = 1000 / 30;
const EXTRACT_LIMIT_MS = 0.3;
const TASK_LIMIT_MS = 50;
const ANALYSIS_LIMIT_MS = 25;
const MEMORY_LIMIT_MB = 40;
/** Linear, with a margin for a busy machine. */
const EXPONENT_LIMIT = 1.1;
const START_LIMIT_MS = 1500;
const IDLE_LIMIT_MB = 120;
const PARTS = ['capture', 'engine', 'accuracy', 'start'] as const;

const { only, recordings, seconds, json } = benchCommand(
  'bench',
  'Speed and accuracy, each figure against a reference of the same run.',
)
  .option('--only <a,b>', `only these parts: ${PARTS.join(', ')}`, someOf(PARTS), PARTS)
  .option('--recordings <dir>', 'recordings with ground truth (also PERFUSE_RECORDINGS)')
  .option('--seconds <n>', 'length of the capture, 5 to 120', wholeFrom(5, 120), 15)
  .option('--json', 'print one JSON object')
  .parse()
  .opts<{ only: typeof PARTS; recordings?: string; seconds: number; json?: true }>();
const wants = (part: (typeof PARTS)[number]): boolean => only.includes(part);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A row with the used share of the limit. */
function limited(name: string, value: number, limit: number, what: string): string {
  const ratio = (value / limit).toFixed(2);
  return `  ${name.padEnd(34)} ${value.toFixed(2).padStart(8)}   ${ratio} of ${what}`;
}
const median = (name: string, { p50, p95 }: Percentiles, limit: number, what: string) =>
  [limited(`${name}, median`, p50, limit, what), limited(`${name}, p95`, p95, limit, what)].join(
    '\n',
  );

function printCapture(figures: CaptureFigures): void {
  say('Capture, headless Chromium, 640x480, every second frame tracked (ms)');
  say(median('tracking a frame', figures.trackMs, 2 * FRAME_MS, 'the 66.7 ms of two frames'));
  say(median('extracting a frame', figures.extractMs, EXTRACT_LIMIT_MS, '0.3 ms'));
  say(limited('longest main-thread task', figures.longestTaskMs, TASK_LIMIT_MS, '50 ms'));
  say(limited('frames a second', figures.framesPerS, 30, '30'));
  say(`  frames ${String(figures.frames)}, lost ${String(figures.lost)}`);
  say(`  face found in ${(100 * figures.faceShare).toFixed(1)} % of tracked frames`);
  say(
    `  ready after ${figures.prepareMs.toFixed(0)} ms, face after ${figures.firstFaceMs.toFixed(0)} ms\n`,
  );
}

function printEngine(figures: EngineFigures): void {
  say('Engine, Node, one core, all channels (ms)');
  say(median('30 s analysed once', figures.finalMs, ANALYSIS_LIMIT_MS, '25 ms'));
  say(median('all six chunks', figures.measurementMs, 6 * ANALYSIS_LIMIT_MS, '6 x 25 ms'));
  say(median('their processor time', figures.processorMs, 6 * ANALYSIS_LIMIT_MS, '6 x 25 ms'));
  say(limited('peak memory of one analysis, MB', figures.peakMb, MEMORY_LIMIT_MB, '40 MB'));
  const list = (points: EngineFigures['byLength'], unit: string): string =>
    points.map(({ size, ms }) => `${String(size)}${unit} ${ms.toFixed(1)} ms`).join(', ');
  say(limited('growth with the length, exponent', figures.lengthExponent, EXPONENT_LIMIT, '1.1'));
  say(`    ${list(figures.byLength, ' s')}`);
  say(limited('growth with regions, exponent', figures.regionExponent, EXPONENT_LIMIT, '1.1'));
  say(`    ${list(figures.byRegions, '')}`);
  say('');
}

function printStart({ first, second, readyMb, idleMb }: StartFigures): void {
  say('Start of the built server, best of five, and memory, median of five (ms, MiB)');
  say(limited('ready, empty folder', first.readyMs, START_LIMIT_MS, '1500 ms'));
  say(limited('ready, existing data', second.readyMs, START_LIMIT_MS, '1500 ms'));
  say(`  processor time: ${first.cpuMs.toFixed(0)} and ${second.cpuMs.toFixed(0)} ms`);
  say(limited('memory when ready', readyMb, IDLE_LIMIT_MB, '120 MiB'));
  say(limited(`memory after ${String(IDLE_S)} s`, idleMb, IDLE_LIMIT_MB, '120 MiB'));
  say('');
}

const report: {
  capture?: CaptureFigures;
  engine?: EngineFigures;
  accuracy?: AccuracyReport;
  start?: StartFigures;
} = {};
if (wants('capture')) {
  report.capture = await runCaptureBench(seconds);
  if (json !== true) printCapture(report.capture);
}
if (wants('engine')) {
  report.engine = runEngineBench();
  if (json !== true) printEngine(report.engine);
}
if (wants('start')) {
  report.start = await runStartBench();
  if (json !== true) printStart(report.start);
}
const folder = recordings ?? process.env['PERFUSE_RECORDINGS'] ?? '../shared/data';
if (wants('accuracy')) {
  if (existsSync(folder)) {
    report.accuracy = await runAccuracy(folder, {
      log: (line) => void process.stderr.write(`${line}\n`),
    });
    if (json !== true) say(accuracyFigures(report.accuracy));
  } else if (json !== true) {
    say(`Accuracy: skipped, there are no recordings in ${folder} (--recordings DIR).`);
  }
}
if (json === true) say(JSON.stringify(report));
