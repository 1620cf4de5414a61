// SPDX-License-Identifier: Apache-2.0
/**
 * Memory of one analysis, in a separate process: in this one the bench's own recordings would mask it. A sampler cannot
 * run while the engine occupies the only thread, so the process's own high-water mark is read before and after.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';
import { CHECKOUT } from '@perfuse/testing/checkout';

const answerSchema = z.object({ beforeMb: z.number(), afterMb: z.number() });

/**
 * Peak resident memory of a process's first full analysis above that of the loaded program and the payloads, MB: an
 * upper bound, since it includes compiled code and uncollected garbage.
 */
export function peakMemoryMb(): number {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(CHECKOUT, 'scripts/run.mjs'), 'bench/src/engine/memory-main.ts'],
    { cwd: CHECKOUT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The memory of an analysis could not be measured: ${stderr}`);
  const { beforeMb, afterMb } = answerSchema.parse(JSON.parse(stdout));
  return afterMb - beforeMb;
}
