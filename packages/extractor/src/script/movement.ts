// SPDX-License-Identifier: Apache-2.0
/** TypeScript equivalent of assembly/movement.ts. */
import { MOVEMENT_SUMS, type Blocks, type Plane } from '../kernel.ts';

/** Fills a grid with means of blocks, in quarters of a level. Of four-byte pixels, green is used. */
export function shrink(
  memory: Uint8Array,
  { at, stride }: Plane,
  { bytes, left, top, step, columns, rows }: Blocks,
  grid: Uint16Array,
): void {
  const first = at + top * stride + left * bytes + (bytes === 1 ? 0 : 1);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const block = first + row * step * stride + column * step * bytes;
      let sum = 0;
      for (let y = 0; y < step; y += 1) {
        for (let x = 0; x < step; x += 1) sum += memory[block + y * stride + x * bytes] ?? 0;
      }
      grid[row * columns + column] = Math.floor((4 * sum) / (step * step));
    }
  }
}

/** Sums the normal equations of a movement; the indices are those of assembly/movement.ts. */
export function sumMovement(
  before: Uint16Array,
  after: Uint16Array,
  columns: number,
  rows: number,
  sums: Float64Array,
): void {
  const both = (at: number): number => (before[at] ?? 0) + (after[at] ?? 0);
  sums.fill(0, 0, MOVEMENT_SUMS);
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const at = row * columns + column;
      const s = both(at);
      const d = (after[at] ?? 0) - (before[at] ?? 0);
      const x = both(at + 1) - both(at - 1);
      const y = both(at + columns) - both(at - columns);
      const products = [x * x, x * y, y * y, x * s, y * s, s * s, x, y, s];
      [...products, x * d, y * d, s * d, d, d * d].forEach((value, place) => {
        sums[place] = (sums[place] ?? 0) + value;
      });
    }
  }
}
