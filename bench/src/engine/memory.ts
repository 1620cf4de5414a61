// SPDX-License-Identifier: Apache-2.0
/**
 * How much memory one analysis needs, in a process of its own: the bench's own recordings would cover it. A sampler
 * cannot look while the engine runs on the only thread, so the process's own high-water mark is read before and
 * after.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';
import { CHECKOUT } from '@perfuse/testing/checkout';

const answerSchema = z.object({ beforeKb: z.number(), afterKb: z.number() });

/**
 * Peak of the resident memory of a process's first full analysis above what the loaded program and the payloads
 * take, MB: the most it can be called, since compiled code and uncollected garbage are in it.
 */
export function peakMemoryMb(): number {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(CHECKOUT, 'scripts/run.mjs'), 'bench/src/engine/memory-main.ts'],
    { cwd: CHECKOUT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The memory of an analysis could not be measured: ${stderr}`);
  const { beforeKb, afterKb } = answerSchema.parse(JSON.parse(stdout));
  return (afterKb - beforeKb) / 1024;
}
