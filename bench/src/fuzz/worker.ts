// SPDX-License-Identifier: Apache-2.0
/** The thread that fuzzes one target; bundled by main.ts. */
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { Coverage } from './engine/coverage.ts';
import { fuzz, type Finding } from './engine/fuzz.ts';
import type { FromWorker, WorkerTask } from './engine/messages.ts';
import { SharedInput } from './engine/shared-input.ts';
import { TARGETS } from './targets/index.ts';

// Proven: only main.ts starts this file, with such a task.
const task = workerData as WorkerTask;
const say = (message: FromWorker): void => parentPort?.postMessage(message);

const sharedInput = new SharedInput(task.sharedInput);
/** Finds out by its stack what ends the thread in the middle of an input. */
const onExit = (code: number): void => {
  const { stack = '' } = new Error('ended');
  const rule = `the thread exits during an input with code ${String(code)}`;
  say({ kind: 'finding', finding: { rule, stack, input: sharedInput.input() } });
};
process.on('exit', onExit);
const open = TARGETS[task.target];

const target = await open();
say({ kind: 'ready' });
try {
  const report = (finding: Finding): void => say({ kind: 'finding', finding });
  const coverage = new Coverage(task.guiding);
  const fuzzed = await fuzz({ ...task, target, coverage, sharedInput, report });
  coverage.stop();
  await target.close?.();
  say({ kind: 'done', fuzzed });
} finally {
  process.off('exit', onExit);
}
