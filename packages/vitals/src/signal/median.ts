// SPDX-License-Identifier: Apache-2.0
import { copyOf } from './scratch.ts';

/**
 * Median of the finite values; NaN when there is none. By selection, not by sorting (Hoare 1961,
 * doi:10.1145/366622.366647).
 */
export function median(values: ArrayLike<number>): number {
  const finite = copyOf(values);
  let count = 0;
  // oxlint-disable-next-line typescript/prefer-for-of -- iterators of typed arrays are slow
  for (let i = 0; i < finite.length; i++) {
    const value = finite[i] ?? 0;
    if (!Number.isFinite(value)) continue;
    finite[count] = value;
    count += 1;
  }
  if (count === 0) return Number.NaN;
  const middle = count >> 1;
  const upper = select(finite, count, middle);
  return count % 2 === 1 ? upper : (highest(finite, middle) + upper) / 2;
}

/**
 * Reorders the first `count` values so that the `rank`-th is in its sorted position, with none higher before it;
 * returns it.
 */
function select(values: Float64Array, count: number, rank: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] ?? 0;
    let i = low;
    let j = high;
    while (i <= j) {
      while ((values[i] ?? 0) < pivot) i += 1;
      while ((values[j] ?? 0) > pivot) j -= 1;
      if (i > j) break;
      const held = values[i] ?? 0;
      values[i] = values[j] ?? 0;
      values[j] = held;
      i += 1;
      j -= 1;
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else break;
  }
  return values[rank] ?? Number.NaN;
}

function highest(values: Float64Array, count: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) most = Math.max(most, values[i] ?? most);
  return most;
}
