// SPDX-License-Identifier: Apache-2.0
/**
 * Shifts a plane by fractions of pixels, bilinear; edge pixels are repeated beyond the edge.
 * @param dx to the right, pixels. @param dy down, pixels.
 */
export function shifted(
  plane: Float32Array,
  width: number,
  height: number,
  dx: number,
  dy: number,
): Float32Array {
  if (dx === 0 && dy === 0) return plane;
  const out = new Float32Array(plane.length);
  const column0 = Math.floor(-dx);
  const row0 = Math.floor(-dy);
  const [right, down] = [-dx - column0, -dy - row0];
  let at = 0;
  for (let row = 0; row < height; row += 1) {
    const top = within(row + row0, height) * width;
    const bottom = within(row + row0 + 1, height) * width;
    if (right === 0 && column0 === 0) {
      // Purely vertical, as when a head only breathes: whole rows, without checks at the edges.
      for (let column = 0; column < width; column += 1, at += 1) {
        out[at] = mixDown(plane, top, bottom, column, down);
      }
      continue;
    }
    // The right pair of one pixel is the left pair of the next.
    let left = mixDown(plane, top, bottom, within(column0, width), down);
    for (let column = 0; column < width; column += 1, at += 1) {
      const next = mixDown(plane, top, bottom, within(column + column0 + 1, width), down);
      out[at] = left + (next - left) * right;
      left = next;
    }
  }
  return out;
}

const within = (value: number, size: number): number =>
  value < 0 ? 0 : value >= size ? size - 1 : value;

function mixDown(
  plane: Float32Array,
  top: number,
  bottom: number,
  column: number,
  share: number,
): number {
  const above = plane[top + column] ?? 0;
  return above + ((plane[bottom + column] ?? 0) - above) * share;
}
