// SPDX-License-Identifier: Apache-2.0
import { GRID_LIMITS, type Blocks } from './kernel.ts';
import type { PixelRect } from './frame.ts';

/** Movement of a part of the picture from one frame to the next. */
export interface Movement {
  /** Pixels of the frame, positive downwards. */
  readonly down: number;
  /** Standard error of `down`, estimated from the residuals, pixels of the frame. */
  readonly deviation: number;
}

/** At least half resolution: noise is averaged, and movements are small relative to a cell. */
const MIN_STEP = 2;
const MAX_STEP = 16;
/** Minimum number of cells in each direction. */
const MIN_CELLS = 8;
/** Movements beyond this exceed the reach of the gradients, cells. */
const FARTHEST = 1.5;
const UNKNOWNS = 4;

/** The blocks that cover an area inside a frame; undefined when it is too small to determine a movement. */
export function blocksOf(area: PixelRect, bytes: number): Blocks | undefined {
  let step = MIN_STEP;
  while (
    step < MAX_STEP &&
    (area.width / step > GRID_LIMITS.columns || area.height / step > GRID_LIMITS.rows)
  ) {
    step *= 2;
  }
  const columns = Math.min(GRID_LIMITS.columns, Math.floor(area.width / step));
  const rows = Math.min(GRID_LIMITS.rows, Math.floor(area.height / step));
  if (columns < MIN_CELLS || rows < MIN_CELLS) return undefined;
  return { bytes, left: area.x, top: area.y, step, columns, rows };
}

/** The normal equations, row by row, with their right sides in the last two columns; overwritten by each call. */
const equations = new Float64Array(UNKNOWNS * (UNKNOWNS + 2));
const WIDTH = UNKNOWNS + 2;

/**
 * Movement by least squares on the gradients of brightness (Lucas & Kanade 1981, IJCAI 2:674), together with a change
 * of the light's strength and level (Negahdaripour 1998, doi:10.1109/34.713362), so that neither fluctuating light nor
 * a sideways movement is mistaken for a vertical one.
 * @param sums of `sumMovement`.
 * @returns undefined when the picture has no structure there, or the movement is too large for this method.
 */
export function movementFrom(
  sums: Float64Array,
  { step, columns, rows }: Blocks,
): Movement | undefined {
  const count = (columns - 2) * (rows - 2);
  fill(sums, count);
  if (!eliminate()) return undefined;
  const solved = (unknown: number, column: number): number =>
    equations[unknown * WIDTH + column] ?? 0;
  const rightSides = [sums[9] ?? 0, sums[10] ?? 0, sums[11] ?? 0, sums[12] ?? 0];
  const explained = rightSides.reduce(
    (sum, right, unknown) => sum + right * solved(unknown, UNKNOWNS),
    0,
  );
  const variance = Math.max(0, (sums[13] ?? 0) - explained) / (count - UNKNOWNS);
  // x and y are four times a gradient of the mean of both grids; the content moves against d.
  const down = -4 * solved(1, UNKNOWNS);
  const across = -4 * solved(0, UNKNOWNS);
  if (!(Math.hypot(down, across) <= FARTHEST)) return undefined;
  const deviation = 4 * Math.sqrt(variance * Math.max(0, solved(1, UNKNOWNS + 1)));
  return { down: down * step, deviation: deviation * step };
}

/** Unknowns: x, y, s, 1. Right sides: d, and 1 for y, which yields its diagonal element of the inverse. */
function fill(sums: Float64Array, count: number): void {
  const [xx = 0, xy = 0, yy = 0, xs = 0, ys = 0, ss = 0, x = 0, y = 0, s = 0] = sums;
  const [xd = 0, yd = 0, sd = 0, d = 0] = sums.subarray(9);
  equations.set([xx, xy, xs, x, xd, 0], 0);
  equations.set([xy, yy, ys, y, yd, 1], WIDTH);
  equations.set([xs, ys, ss, s, sd, 0], 2 * WIDTH);
  equations.set([x, y, s, count, d, 0], 3 * WIDTH);
}

/** Minimum fraction of a row's own size left on the diagonal: below it, the unknowns cannot be distinguished. */
const SINGULAR = 1e-6;

/** Gauss-Jordan without pivoting, which this kind of matrix does not need. @returns whether it could be solved. */
function eliminate(): boolean {
  const sizes = [0, 1, 2, 3].map((k) => equations[k * WIDTH + k] ?? 0);
  for (let k = 0; k < UNKNOWNS; k += 1) {
    const pivot = equations[k * WIDTH + k] ?? 0;
    if (!(pivot > SINGULAR * (sizes[k] ?? 0))) return false;
    for (let column = 0; column < WIDTH; column += 1) {
      const at = k * WIDTH + column;
      equations[at] = (equations[at] ?? 0) / pivot;
    }
    for (let row = 0; row < UNKNOWNS; row += 1) {
      const factor = row === k ? 0 : (equations[row * WIDTH + k] ?? 0);
      if (factor === 0) continue;
      for (let column = 0; column < WIDTH; column += 1) {
        const at = row * WIDTH + column;
        equations[at] = (equations[at] ?? 0) - factor * (equations[k * WIDTH + column] ?? 0);
      }
    }
  }
  return true;
}
