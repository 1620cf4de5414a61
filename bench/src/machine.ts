// SPDX-License-Identifier: Apache-2.0
/** The machine that the figures were measured on, and its other load. */
import { availableParallelism, cpus, loadavg } from 'node:os';

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  /** Version of the Node.js that runs the servers, such as `v24.21.0`. */
  readonly node: string;
  /** Processes that wanted a core in the preceding minute. */
  readonly loadBefore: number;
}

export const load = (): number => loadavg()[0] ?? 0;

/** Call it before the process is pinned to some of the cores. @param node see {@link Machine.node}. */
export const machine = (node: string): Machine => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  node,
  loadBefore: load(),
});

/** One line; it warns when the machine has other work, because its times then say little about the servers. */
export function machineLine({ cores, processor, node, loadBefore }: Machine): string {
  const busy = loadBefore > cores / 2 ? ': it is busy, expect longer times' : '';
  return `${String(cores)} cores (${processor}), servers on Node ${node.slice(1)}, load ${loadBefore.toFixed(1)} before${busy}`;
}
