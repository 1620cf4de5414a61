// SPDX-License-Identifier: Apache-2.0
import type { Shape } from '../shape.ts';

/** Called with every run of pixels from..to-1 of a row that is inside the shape. */
export type RowVisitor = (row: number, from: number, to: number, mask: Uint8Array) => void;

/** Crossings of a ring with a horizontal line, sorted. */
function crossings(points: Float64Array, line: number): number[] {
  const found: number[] = [];
  const last = points.length - 2;
  let x0 = points[last] ?? 0;
  let y0 = points[last + 1] ?? 0;
  for (let at = 0; at <= last; at += 2) {
    const x1 = points[at] ?? 0;
    const y1 = points[at + 1] ?? 0;
    if (y0 <= line !== y1 <= line) found.push(x0 + ((line - y0) * (x1 - x0)) / (y1 - y0));
    x0 = x1;
    y0 = y1;
  }
  return found.sort((a, b) => a - b);
}

const toPixel = (x: number, width: number): number =>
  Math.min(width, Math.max(0, Math.ceil(x - 0.5)));

/**
 * Visits the rows of a plane that a shape touches. Equivalent of `paint` in assembly/index.ts.
 * @param scale from the shape's coordinates to the plane's: 1 for luma, 0.5 for chroma.
 */
export function scan(
  shape: Shape,
  scale: number,
  width: number,
  height: number,
  visit: RowVisitor,
): void {
  const mask = new Uint8Array(width);
  const rings = shape.map(({ points, hole }) => ({
    points: Float64Array.from(
      points.subarray(0, (points.length >> 1) * 2),
      (value) => value * scale,
    ),
    hole,
  }));
  for (let row = 0; row < height; row += 1) {
    let first = width;
    let end = 0;
    for (const ring of rings) {
      const found = crossings(ring.points, row + 0.5);
      for (let i = 0; i + 1 < found.length; i += 2) {
        const from = toPixel(found[i] ?? 0, width);
        const to = toPixel(found[i + 1] ?? 0, width);
        if (to <= from) continue;
        mask.fill(ring.hole ? 0 : 1, from, to);
        if (ring.hole) continue;
        first = Math.min(first, from);
        end = Math.max(end, to);
      }
    }
    if (end <= first) continue;
    visit(row, first, end, mask);
    mask.fill(0, first, end);
  }
}
