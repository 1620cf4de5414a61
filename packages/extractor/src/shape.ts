// SPDX-License-Identifier: Apache-2.0

/** A closed polygon in luma pixels; pixel i covers i to i+1. It need not repeat its first point. */
export interface Ring {
  /** x and y alternating. */
  readonly points: Float32Array;
  /** Takes its inside away from the rings before it, instead of adding it. */
  readonly hole: boolean;
}

/** An area of the image: its rings in order. A pixel belongs to a ring when its centre does (even-odd rule). */
export type Shape = readonly Ring[];

/** What one shape may hold; the wasm's scratch memory is laid out for it. */
export const SHAPE_LIMITS = { points: 1024, rings: 32 } as const;

/** @throws RangeError when a shape is over {@link SHAPE_LIMITS} or has a coordinate that is not finite. */
export function checkShape(shape: Shape): void {
  if (shape.length > SHAPE_LIMITS.rings) {
    throw new RangeError(`A shape may have ${String(SHAPE_LIMITS.rings)} rings at most.`);
  }
  let points = 0;
  for (const ring of shape) {
    points += ring.points.length >> 1;
    if (!ring.points.every(Number.isFinite)) {
      throw new RangeError('A shape has a coordinate that is not finite.');
    }
  }
  if (points > SHAPE_LIMITS.points) {
    throw new RangeError(`A shape may have ${String(SHAPE_LIMITS.points)} points at most.`);
  }
}
