// SPDX-License-Identifier: Apache-2.0
/**
 * Soft-edged shapes. A shape returns how much of a point it covers, 0..1; coordinates are pixels from the centre of the
 * face, x to the right and y down.
 */
export type Shape = (x: number, y: number) => number;

export const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);

/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothStep(from: number, to: number, value: number): number {
  const t = clamp01((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** Full inside, fading over `soft` pixels across the edge. `inside` is the distance from the edge, positive within. */
const edge = (inside: number, soft: number): number => smoothStep(-soft / 2, soft / 2, inside);

export const ellipse =
  (cx: number, cy: number, rx: number, ry: number, soft: number): Shape =>
  (x, y) =>
    edge((1 - Math.hypot((x - cx) / rx, (y - cy) / ry)) * Math.min(rx, ry), soft);

/** A blurred spot: 1 in the middle, a Gaussian with the given standard deviations. */
export const glow =
  (cx: number, cy: number, sx: number, sy: number): Shape =>
  (x, y) =>
    Math.exp(-0.5 * (((x - cx) / sx) ** 2 + ((y - cy) / sy) ** 2));

/** An eye or a mouth: pointed at both ends, `up` and `down` high in the middle. */
export const almond =
  (cx: number, cy: number, halfWidth: number, up: number, down: number, soft: number): Shape =>
  (x, y) => {
    const arch = 1 - ((x - cx) / halfWidth) ** 2;
    if (arch <= 0) return 0;
    return edge(Math.min(y - cy + up * arch, down * arch - (y - cy)), soft);
  };

/** A stroke along y = curve(x) between two x, with the width `thickness(x)`. */
export const stroke =
  (
    fromX: number,
    toX: number,
    curve: (x: number) => number,
    thickness: (x: number) => number,
    soft: number,
  ): Shape =>
  (x, y) => {
    if (x < fromX || x > toX) return 0;
    return edge(thickness(x) / 2 - Math.abs(y - curve(x)), soft);
  };

/** The same shape on both sides of the face; `shape` is defined for x > 0. */
export const mirrored =
  (shape: Shape): Shape =>
  (x, y) =>
    shape(Math.abs(x), y);

export const within =
  (shape: Shape, limit: Shape): Shape =>
  (x, y) => {
    const covered = shape(x, y);
    return covered === 0 ? 0 : covered * limit(x, y);
  };

export const without =
  (shape: Shape, hole: Shape): Shape =>
  (x, y) => {
    const covered = shape(x, y);
    return covered === 0 ? 0 : covered * (1 - hole(x, y));
  };
