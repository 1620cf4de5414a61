// SPDX-License-Identifier: Apache-2.0
import type { Shape } from './shape.ts';

/** Sums over the pixels of one shape; every number is a whole one. */
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

/** A plane: where it starts in the kernel's memory, and its size in samples (pairs for `sumPairs`). */
export interface Plane {
  readonly at: number;
  /** Bytes from row to row. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/** Luma outside these counts as clipped, coded values 0..255. */
export interface ClipLimits {
  readonly low: number;
  readonly high: number;
}

/**
 * Sums planes inside shapes. Three builds give the same integers: wasm with SIMD, plain wasm, and TypeScript.
 * Order of use: `reserve` once, then per shape `setShape`, one or two `sum…`, `sums`.
 */
export interface Kernel {
  readonly kind: 'simd' | 'plain' | 'script';
  /** First byte for frames. */
  readonly slotsAt: number;
  /** Makes room for `bytes` from `slotsAt` on. Views of the memory made before are dead after it. */
  reserve(bytes: number): void;
  memory(): Uint8Array<ArrayBuffer>;
  setShape(shape: Shape): void;
  sumLuma(plane: Plane, limits: ClipLimits): void;
  /** Two planes of the same size, half the luma resolution. */
  sumChroma(planeA: Plane, planeBAt: number): void;
  /** One plane of pairs, half the luma resolution. */
  sumPairs(plane: Plane): void;
  /** Four bytes a pixel. */
  sumColours(plane: Plane, limits: ClipLimits): void;
  sums(): Sums;
}
