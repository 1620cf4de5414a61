// SPDX-License-Identifier: Apache-2.0
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The position of a picture in a box that it covers, as with CSS `object-fit: cover`. */
export interface Placement {
  /** Box units per picture width. */
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** @param aspect the picture's height over its width. */
export function cover(box: Box, aspect: number): Placement {
  const scale = Math.max(box.width, box.height / aspect);
  return { scale, left: (box.width - scale) / 2, top: (box.height - scale * aspect) / 2 };
}

/** Points of an SVG polygon from x, y pairs in picture widths. */
export function polygonPoints(outline: ArrayLike<number>, { scale, left, top }: Placement): string {
  let points = '';
  for (let at = 0; at + 1 < outline.length; at += 2) {
    const x = left + (outline[at] ?? 0) * scale;
    const y = top + (outline[at + 1] ?? 0) * scale;
    points += `${x.toFixed(1)},${y.toFixed(1)} `;
  }
  return points;
}
