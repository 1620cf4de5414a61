// SPDX-License-Identifier: Apache-2.0
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A full collection is due when the old objects have become so many percent more than the last one left. */
const GROWTH_PERCENT = 200;

/**
 * Makes full collections rarer. V8 has one whenever that takes at most 3 % of the time: with 800 people, every 1.3 s, of
 * 40 to 60 ms each, for 40 MB of old objects. The other threads have the same rule.
 */
export function letHeapGrow(): void {
  setFlagsFromString(`--heap-growing-percent=${String(GROWTH_PERCENT)}`);
}

/**
 * Collects all garbage of this thread, which takes some 30 ms. From Node.js 22 on, V8 keeps what a start leaves behind
 * until it has to grow its heap: 15 MB of an idle server.
 */
export function collectGarbage(): void {
  // Adds the function to contexts that are created afterwards.
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}
