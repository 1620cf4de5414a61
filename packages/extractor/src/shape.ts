// SPDX-License-Identifier: Apache-2.0

/** A closed polygon in luma pixels; pixel i covers i to i+1. The first point need not be repeated. */
export interface Ring {
  /** x and y alternating. */
  readonly points: Float32Array;
  /** Subtracts its inside from the rings before it, instead of adding it. */
  readonly hole: boolean;
}

/** A region of the image: its rings in order. A pixel belongs to a ring when its centre does (even-odd rule). */
export type Shape = readonly Ring[];

/** Limits of one shape, which determine the layout of the wasm's scratch memory. */
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
