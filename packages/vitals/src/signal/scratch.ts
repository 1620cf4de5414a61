// SPDX-License-Identifier: Apache-2.0
import { LINE, scratchMemory } from '../kernels/kernels.ts';

/**
 * Memory for the series of one analysis, which the next one uses again. The six analyses of a measurement have some
 * 3,000 series of 9 MB: to allocate, count and free them one by one took a fifth of the engine's time.
 */

/** A longer analysis than fits gets arrays of its own for the rest. */
let memory: ReturnType<typeof scratchMemory> | null = null;
let used = 0;
let isOpen = false;

/**
 * Runs an analysis whose series are overwritten by the next one: nothing that it returns or keeps may be one of them.
 * @throws whatever `analyse` throws.
 */
export function withScratch<T>(analyse: () => T): T {
  if (isOpen) return analyse();
  memory ??= scratchMemory();
  used = 0;
  isOpen = true;
  try {
    return analyse();
  } finally {
    isOpen = false;
  }
}

/** A series of zeros: within {@link withScratch} valid until its end, otherwise like any array. */
export function zeros(length: number): Float64Array<ArrayBuffer> {
  return place(length)?.fill(0) ?? new Float64Array(length);
}

/** Whole numbers, as {@link zeros} gives series. */
export function integers(length: number): Int32Array<ArrayBuffer> {
  const { buffer, byteOffset } = zeros(Math.ceil(length / 2));
  return new Int32Array(buffer, byteOffset, length);
}

/** A copy of a series, as {@link zeros} gives it. */
export function copyOf(values: ArrayLike<number>): Float64Array {
  const copy = place(values.length) ?? new Float64Array(values.length);
  copy.set(values);
  return copy;
}

/** The next free part of the memory, with any content; null when there is none. */
function place(length: number): Float64Array<ArrayBuffer> | null {
  const from = used;
  const end = from + Math.ceil(length / LINE) * LINE;
  if (!isOpen || memory === null || !(end <= memory.values)) return null;
  used = end;
  return new Float64Array(memory.buffer, from * Float64Array.BYTES_PER_ELEMENT, length);
}
