// SPDX-License-Identifier: Apache-2.0
/** Profiles as V8 writes them (`Profiler.Profile` of the inspector protocol), and the self times in each. */
import { z } from '@perfuse/contract/schema';

const frameSchema = z.object({
  functionName: z.string(),
  /** Empty for built-in functions. */
  url: z.string(),
  /** Start of the function, 0-based. */
  lineNumber: z.int(),
  columnNumber: z.int(),
});
export type Frame = z.infer<typeof frameSchema>;

export const cpuProfileSchema = z.object({
  nodes: z.array(
    z.object({ id: z.int(), callFrame: frameSchema, children: z.optional(z.array(z.int())) }),
  ),
  samples: z.array(z.int()),
  /** Before each sample, microseconds. */
  timeDeltas: z.array(z.number()),
});
export type CpuProfile = z.infer<typeof cpuProfileSchema>;

export interface SelfTime {
  /** The function, then its callers. */
  readonly stack: readonly Frame[];
  /** Self time, microseconds. */
  readonly us: number;
}

/** The self time of each stack. */
export function selfTimes({ nodes, samples, timeDeltas }: CpuProfile): readonly SelfTime[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
  const times = new Map<number, number>();
  for (const [at, id] of samples.entries()) {
    // Clocks of virtual machines can step back.
    times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[at] ?? 0));
  }
  return [...times].map(([id, us]) => {
    const stack: Frame[] = [];
    for (let node = byId.get(id); node !== undefined;) {
      stack.push(node.callFrame);
      const caller = callers.get(node.id);
      node = caller === undefined ? undefined : byId.get(caller);
    }
    return { stack, us };
  });
}
