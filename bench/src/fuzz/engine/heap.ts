// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collected: unknown = runInNewContext('gc');

/** Heap of this thread after a garbage collection, MB. */
export function heapMb(): number {
  if (typeof collected === 'function') Reflect.apply(collected, undefined, []);
  return process.memoryUsage().heapUsed / 2 ** 20;
}
