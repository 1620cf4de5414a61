// SPDX-License-Identifier: Apache-2.0
/** What the figures were measured on, and what else it had to do. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import process from 'node:process';

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly node: string;
  /** Processes that wanted a core in the minute before. */
  readonly loadBefore: number;
}

export const load = (): number => loadavg()[0] ?? 0;

/** Asked before the process keeps to some of the cores. */
export const machine = (): Machine => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  node: process.version,
  loadBefore: load(),
});

/** In a line; a machine with other work says so, because its times say little of the servers. */
export function machineLine({ cores, processor, node, loadBefore }: Machine): string {
  const busy = loadBefore > cores / 2 ? ': it is busy, expect longer times' : '';
  return `${String(cores)} cores (${processor}), Node ${node.slice(1)}, load ${loadBefore.toFixed(1)} before${busy}`;
}
