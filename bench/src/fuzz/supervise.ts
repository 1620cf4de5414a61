// SPDX-License-Identifier: Apache-2.0
import { Worker } from 'node:worker_threads';
import { cpuMs } from '../processor-time.ts';
import type { FuzzBundle } from './bundle.ts';
import type { Finding, Fuzzed } from './engine/fuzz.ts';
import type { FromWorker, WorkerTask } from './engine/messages.ts';
import { SharedInput } from './engine/shared-input.ts';

/** Processor time of one input after which the thread is considered hung and terminated, ms. */
const HANG_MS = 10_000;
/** The same in wall-clock time: waiting for an event that never comes takes no processor time. */
const STUCK_MS = 120_000;
const LOOK_EVERY_MS = 200;
const HEAP_MB = 768;

export interface Supervised {
  readonly fuzzed: Fuzzed | null;
  readonly findings: readonly Finding[];
}

export type Task = Omit<WorkerTask, 'sharedInput' | 'guiding' | 'words'>;

/** Fuzzes one target in a dedicated thread. A thread that hangs, dies or runs out of memory is a finding. */
export async function supervise(bundle: FuzzBundle, task: Task): Promise<Supervised> {
  const sharedInput = new SharedInput();
  const { entry, guiding, words } = bundle;
  const data: WorkerTask = { ...task, guiding, words, sharedInput: sharedInput.buffer };
  const worker = new Worker(entry, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const findings = new Map<string, Finding>();
  const add = (finding: Finding): void => {
    const place = finding.stack.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
    // Numbers, times and ids differ from input to input.
    const key = finding.rule.replace(/[\da-f]*\d[\da-f-]*/g, '#').slice(0, 80) + place;
    const known = findings.get(key);
    if (known === undefined || known.input.length > finding.input.length)
      findings.set(key, finding);
  };
  let fuzzed: Fuzzed | null = null;
  let seen = { run: -1, cpu: 0, at: 0 };
  let isReady = false;
  const giveUp = (rule: string): void => {
    add({ rule, stack: '', input: sharedInput.input() });
    void worker.terminate();
  };
  const timer = setInterval(() => {
    if (!isReady) return;
    const run = sharedInput.run();
    if (run !== seen.run) seen = { run, cpu: cpuMs(), at: performance.now() };
    else if (cpuMs() - seen.cpu > HANG_MS) giveUp('one input hangs');
    else if (performance.now() - seen.at > STUCK_MS) giveUp('one input never finishes');
  }, LOOK_EVERY_MS);
  await new Promise<void>((resolve) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') isReady = true;
      else if (message.kind === 'finding') add(message.finding);
      else {
        // Reducing the corpus runs no inputs that need watching.
        isReady = false;
        fuzzed = message.fuzzed;
      }
    });
    worker.on('error', (error) => {
      add({ rule: error.message, stack: error.stack ?? '', input: sharedInput.input() });
    });
    worker.once('exit', (code) => {
      // With nothing left to wait for, a thread exits in the middle of an input without an error.
      if (fuzzed === null && findings.size === 0) {
        const rule = `the thread exited during an input with code ${String(code)}`;
        add({ rule, stack: '', input: sharedInput.input() });
      }
      resolve();
    });
  });
  clearInterval(timer);
  return { fuzzed, findings: [...findings.values()] };
}
