// SPDX-License-Identifier: Apache-2.0
/** Mean over 3 x 3 pixels; edge pixels are repeated beyond the edge. */
export function boxBlur(plane: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(plane.length);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      let sum = 0;
      for (let dy = -1; dy <= 1; dy += 1) {
        const y = Math.min(height - 1, Math.max(0, row + dy)) * width;
        for (let dx = -1; dx <= 1; dx += 1) {
          sum += plane[y + Math.min(width - 1, Math.max(0, column + dx))] ?? 0;
        }
      }
      out[row * width + column] = sum / 9;
    }
  }
  return out;
}
