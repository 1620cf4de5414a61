// SPDX-License-Identifier: Apache-2.0
/** The real analysis worker, which a test can make throw, hang or end in the middle of an analysis. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** `starves` allocates until the thread's heap is full. */
export type Trouble = 'throws' | 'hangs' | 'exits' | 'starves';

export interface TroubledWorker {
  readonly file: string;
  /** Troubles the next analysis of so many chunks, once. */
  readonly next: (trouble: Trouble, chunks: number) => Promise<void>;
}

const source = (worker: string, orders: string): string => `
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import run from ${JSON.stringify(pathToFileURL(worker).href)};

function orderFor(count) {
  for (const order of readdirSync(${JSON.stringify(orders)})) {
    const [trouble, chunks] = order.split('-');
    if (Number(chunks) !== count) continue;
    try {
      rmSync(path.join(${JSON.stringify(orders)}, order));
      return trouble;
    } catch {
      // Another thread took it.
    }
  }
  return 'none';
}

export default async function troubled(task) {
  const trouble = orderFor(task.payloads.length);
  if (trouble === 'throws') throw new Error('told to throw');
  // Without taking a core from the other tests.
  if (trouble === 'hangs') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (trouble === 'exits') process.exit(1);
  if (trouble === 'starves') for (const kept = []; ; ) kept.push(new Array(100_000).fill(kept.length));
  return run(task);
}
`;

/** @param worker the bundled worker. @param folder of the test's own. */
export async function troubledWorker(worker: string, folder: string): Promise<TroubledWorker> {
  const orders = path.join(folder, 'orders');
  await mkdir(orders, { recursive: true });
  const file = path.join(folder, 'analysis-worker.mjs');
  await writeFile(file, source(worker, orders));
  let count = 0;
  return {
    file,
    next: async (trouble, chunks) => {
      count += 1;
      const order = `${trouble}-${String(chunks)}-${String(count)}`;
      await writeFile(path.join(folder, order), '');
      await rename(path.join(folder, order), path.join(orders, order));
    },
  };
}
