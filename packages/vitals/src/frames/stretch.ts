// SPDX-License-Identifier: Apache-2.0
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';

/** A gap longer than this ends a stretch: light and pose differ afterwards, ms. */
const MAX_HOLE_MS = 3000;
const MAX_LENGTH_MS = 1000 * ANALYSIS_LIMITS.maxDurationS;

/**
 * The usable frames of the longest stretch between two long gaps, at most 120 s of them. Bounds the work whatever times
 * a payload claims.
 */
export function longestStretch(usable: Uint32Array, timeMs: Float64Array): Uint32Array {
  let best: [from: number, to: number] = [0, 0];
  let start = 0;
  for (let k = 1; k <= usable.length; k++) {
    const step = timeAt(usable, timeMs, k) - timeAt(usable, timeMs, k - 1);
    if (k < usable.length && step <= MAX_HOLE_MS) continue;
    if (k - start > best[1] - best[0]) best = [start, k];
    start = k;
  }
  const stretch = usable.subarray(...best);
  const end = timeAt(stretch, timeMs, 0) + MAX_LENGTH_MS;
  let length = stretch.length;
  while (length > 0 && !(timeAt(stretch, timeMs, length - 1) <= end)) length -= 1;
  return stretch.subarray(0, length);
}

function timeAt(usable: Uint32Array, timeMs: Float64Array, k: number): number {
  return timeMs[usable[k] ?? -1] ?? Number.NaN;
}
