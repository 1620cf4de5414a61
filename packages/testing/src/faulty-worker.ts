// SPDX-License-Identifier: Apache-2.0
/** The real analysis worker with fault injection: throws, hangs, exits or exhausts its heap during an analysis. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** `starves` allocates until the thread's heap is full. */
export type WorkerFault = 'throws' | 'hangs' | 'exits' | 'starves';

export interface FaultyWorker {
  readonly file: string;
  /** Injects a fault into the next analysis of this number of chunks, once. */
  readonly next: (fault: WorkerFault, chunks: number) => Promise<void>;
}

const source = (worker: string, requests: string): string => `
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import run from ${JSON.stringify(pathToFileURL(worker).href)};

function takeFault(count) {
  for (const file of readdirSync(${JSON.stringify(requests)})) {
    const [fault, chunks] = file.split('-');
    if (Number(chunks) !== count) continue;
    try {
      rmSync(path.join(${JSON.stringify(requests)}, file));
      return fault;
    } catch {
      // Taken by another thread.
    }
  }
  return 'none';
}

export default async function runWithFault(task) {
  const fault = takeFault(task.digests.length);
  if (fault === 'throws') throw new Error('injected fault');
  // Blocks without using a core.
  if (fault === 'hangs') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (fault === 'exits') process.exit(1);
  if (fault === 'starves') for (const kept = []; ; ) kept.push(new Array(100_000).fill(kept.length));
  return run(task);
}
`;

/** @param worker the bundled worker. @param folder for its files. */
export async function faultyWorker(worker: string, folder: string): Promise<FaultyWorker> {
  const requests = path.join(folder, 'requests');
  await mkdir(requests, { recursive: true });
  const file = path.join(folder, 'analysis-worker.mjs');
  await writeFile(file, source(worker, requests));
  let count = 0;
  return {
    file,
    next: async (fault, chunks) => {
      count += 1;
      const name = `${fault}-${String(chunks)}-${String(count)}`;
      await writeFile(path.join(folder, name), '');
      await rename(path.join(folder, name), path.join(requests, name));
    },
  };
}
