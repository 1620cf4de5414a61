// SPDX-License-Identifier: Apache-2.0
/** The machine that the figures were measured on, and its other load. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import process from 'node:process';

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly node: string;
  /** Processes that wanted a core in the preceding minute. */
  readonly loadBefore: number;
}

export const load = (): number => loadavg()[0] ?? 0;

/** Call it before the process is pinned to some of the cores. */
export const machine = (): Machine => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  node: process.version,
  loadBefore: load(),
});

/** One line; it warns when the machine has other work, because its times then say little about the servers. */
export function machineLine({ cores, processor, node, loadBefore }: Machine): string {
  const busy = loadBefore > cores / 2 ? ': it is busy, expect longer times' : '';
  return `${String(cores)} cores (${processor}), Node ${node.slice(1)}, load ${loadBefore.toFixed(1)} before${busy}`;
}
