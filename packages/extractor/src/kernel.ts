// SPDX-License-Identifier: Apache-2.0
import type { Shape } from './shape.ts';

/** Sums over the pixels of one shape; all are whole numbers. */
export interface Sums {
  readonly pixels: number;
  readonly luma: number;
  readonly lumaSquares: number;
  /** Pixels with luma outside low..high. */
  readonly clipped: number;
  readonly chromaPixels: number;
  /** Cb, or red. */
  readonly a: number;
  /** Cr, or green. */
  readonly b: number;
  /** Blue; 0 for YUV. */
  readonly c: number;
}

/** A plane: its offset in the kernel's memory, and its size in samples (pairs for `sumPairs`). */
export interface Plane {
  readonly at: number;
  /** Bytes from row to row. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/** An area of a plane divided into blocks, which {@link Kernel.shrink} reduces to the cells of a grid. */
export interface Blocks {
  /** Bytes per pixel: 1, or 4, of which the second is read. */
  readonly bytes: number;
  /** Corner of the first block, pixels. */
  readonly left: number;
  readonly top: number;
  /** Side of a block, pixels: a power of two, 1..16. */
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
}

/** Limits of one grid. */
export const GRID_LIMITS = { columns: 320, rows: 160 } as const;

/** Number of sums that {@link Kernel.sumMovement} returns. */
export const MOVEMENT_SUMS = 14;

/** Luma outside this range counts as clipped, coded values 0..255. */
export interface ClipLimits {
  readonly low: number;
  readonly high: number;
}

/**
 * Sums planes inside shapes. Three builds give the same integers: wasm with SIMD, plain wasm, and TypeScript. Order of
 * calls: `reserve` once, then per shape `setShape`, one or two `sum…`, `sums`; for a movement `shrink` per frame and
 * `sumMovement`.
 */
export interface Kernel {
  readonly kind: 'simd' | 'plain' | 'script';
  /** Offset of the first byte for frames. */
  readonly slotsAt: number;
  /** Allocates `bytes` from `slotsAt` on. Invalidates existing views of the memory. */
  reserve(bytes: number): void;
  memory(): Uint8Array<ArrayBuffer>;
  setShape(shape: Shape): void;
  sumLuma(plane: Plane, limits: ClipLimits): void;
  /** Two planes of the same size, at half the luma resolution. */
  sumChroma(planeA: Plane, planeBAt: number): void;
  /** One plane of pairs, at half the luma resolution. */
  sumPairs(plane: Plane): void;
  /** Four bytes per pixel. @param weights of the first and the third one in the luma, in 256ths; the second has 150. */
  sumColours(plane: Plane, limits: ClipLimits, weights: readonly [number, number]): void;
  sums(): Sums;
  /** Downsamples an area into one of two grids. The blocks must be inside the plane. */
  shrink(plane: Plane, blocks: Blocks, grid: 0 | 1): void;
  /**
   * Movement from one grid to the other, both of the same blocks: with s their sum, x and y its central differences and
   * d the later minus the earlier, the sums of xx, xy, yy, xs, ys, ss, x, y, s, xd, yd, sd, d and dd over all inner
   * cells.
   * @returns {@link MOVEMENT_SUMS} whole numbers, overwritten by the next call.
   */
  sumMovement(blocks: Blocks, from: 0 | 1): Float64Array;
}
