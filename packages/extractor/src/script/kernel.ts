// SPDX-License-Identifier: Apache-2.0
import {
  GRID_LIMITS,
  MOVEMENT_SUMS,
  type ClipLimits,
  type Kernel,
  type Plane,
  type Sums,
} from '../kernel.ts';
import { checkShape, type Shape } from '../shape.ts';
import { shrink, sumMovement } from './movement.ts';
import { scan } from './raster.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const noLuma = { pixels: 0, luma: 0, lumaSquares: 0, clipped: 0 };
const noChroma = { chromaPixels: 0, a: 0, b: 0, c: 0 };

/** Calls `visit` with the index of every pixel of `plane` inside the shape. */
function eachPixel(
  shape: Shape,
  scale: number,
  plane: Plane,
  bytes: number,
  visit: (at: number) => void,
): void {
  scan(shape, scale, plane.width, plane.height, (row, from, to, mask) => {
    const line = plane.at + row * plane.stride;
    for (let x = from; x < to; x += 1) if (mask[x] === 1) visit(line + x * bytes);
  });
}

function addLuma(total: Writable<Sums>, luma: number, { low, high }: ClipLimits): void {
  total.pixels += 1;
  total.luma += luma;
  total.lumaSquares += luma * luma;
  if (luma < low || luma > high) total.clipped += 1;
}

/** The kernel without wasm: the reference of the parity tests, and the fallback of a browser. */
export function scriptKernel(): Kernel {
  let memory = new Uint8Array(0);
  let shape: Shape = [];
  const total: Writable<Sums> = { ...noLuma, ...noChroma };
  const cells = GRID_LIMITS.columns * GRID_LIMITS.rows;
  const grids = [new Uint16Array(cells), new Uint16Array(cells)] as const;
  const moved = new Float64Array(MOVEMENT_SUMS);
  const byte = (at: number): number => memory[at] ?? 0;

  return {
    kind: 'script',
    slotsAt: 0,
    reserve(bytes) {
      if (memory.length >= bytes) return;
      const grown = new Uint8Array(bytes);
      grown.set(memory);
      memory = grown;
    },
    memory: () => memory,
    setShape(next) {
      checkShape(next);
      shape = next;
    },
    sumLuma(plane, limits) {
      Object.assign(total, noLuma);
      eachPixel(shape, 1, plane, 1, (at) => addLuma(total, byte(at), limits));
    },
    sumChroma(plane, planeBAt) {
      Object.assign(total, noChroma);
      eachPixel(shape, 0.5, plane, 1, (at) => {
        total.chromaPixels += 1;
        total.a += byte(at);
        total.b += byte(at - plane.at + planeBAt);
      });
    },
    sumPairs(plane) {
      Object.assign(total, noChroma);
      eachPixel(shape, 0.5, plane, 2, (at) => {
        total.chromaPixels += 1;
        total.a += byte(at);
        total.b += byte(at + 1);
      });
    },
    sumColours(plane, limits, [firstWeight, thirdWeight]) {
      Object.assign(total, noLuma, noChroma);
      eachPixel(shape, 1, plane, 4, (at) => {
        const [first, green, third] = [byte(at), byte(at + 1), byte(at + 2)];
        const luma = (firstWeight * first + 150 * green + thirdWeight * third + 128) >> 8;
        addLuma(total, luma, limits);
        total.chromaPixels += 1;
        total.a += first;
        total.b += green;
        total.c += third;
      });
    },
    sums: () => ({ ...total }),
    shrink(plane, blocks, grid) {
      shrink(memory, plane, blocks, grids[grid]);
    },
    sumMovement({ columns, rows }, from) {
      sumMovement(grids[from], grids[from === 0 ? 1 : 0], columns, rows, moved);
      return moved;
    },
  };
}
