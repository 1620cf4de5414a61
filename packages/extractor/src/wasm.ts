// SPDX-License-Identifier: Apache-2.0
import { MAX_SIDE } from './frame.ts';
import { GRID_LIMITS, MOVEMENT_SUMS, type Kernel, type Sums } from './kernel.ts';
import { checkShape, SHAPE_LIMITS, type Shape } from './shape.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly pointsAt: () => number;
  readonly ringsAt: () => number;
  readonly sumsAt: () => number;
  readonly movedAt: () => number;
  readonly gridsAt: () => number;
  readonly slotsAt: () => number;
  readonly sumLuma: (...numbers: number[]) => void;
  readonly sumChroma: (...numbers: number[]) => void;
  readonly sumPairs: (...numbers: number[]) => void;
  readonly sumColours: (...numbers: number[]) => void;
  readonly shrink: (...numbers: number[]) => void;
  readonly sumMovement: (...numbers: number[]) => void;
}

const PAGE_BYTES = 65_536;
/** A vector may read this far past the last row. */
const OVERRUN_BYTES = 16;
const FUNCTIONS = [
  'pointsAt',
  'ringsAt',
  'sumsAt',
  'movedAt',
  'gridsAt',
  'slotsAt',
  'sumLuma',
  'sumChroma',
  'sumPairs',
  'sumColours',
  'shrink',
  'sumMovement',
] as const satisfies readonly (keyof Exports)[];

/** Limits that determine the wasm's scratch memory. A build with smaller ones would be written past its tables. */
const LIMITS = {
  MAX_POINTS: SHAPE_LIMITS.points,
  MAX_RINGS: SHAPE_LIMITS.rings,
  MAX_WIDTH: MAX_SIDE,
  MAX_CELLS: GRID_LIMITS.columns * GRID_LIMITS.rows,
  MOVEMENT_SUMS,
};

function isExtractor(exports: unknown): exports is Exports {
  if (typeof exports !== 'object' || exports === null) return false;
  const known: Partial<Record<string, unknown>> = { ...exports };
  return (
    known['memory'] instanceof WebAssembly.Memory &&
    FUNCTIONS.every((name) => typeof known[name] === 'function') &&
    Object.entries(LIMITS).every(([name, limit]) => {
      const held = known[name];
      return held instanceof WebAssembly.Global && held.value === limit;
    })
  );
}

/** Wraps an instance of assembly/index.ts. @throws TypeError when it is something else, or built for other limits. */
export function wasmKernel(instance: WebAssembly.Instance, kind: 'simd' | 'plain'): Kernel {
  const exports: unknown = instance.exports;
  if (!isExtractor(exports)) throw new TypeError('This is not the extractor wasm.');
  const { memory } = exports;
  const slotsAt = exports.slotsAt();
  const pointsAt = exports.pointsAt();
  const ringsAt = exports.ringsAt();
  const sumsAt = exports.sumsAt();
  const movedAt = exports.movedAt();
  const gridAt = (grid: 0 | 1): number =>
    exports.gridsAt() + grid * GRID_LIMITS.columns * GRID_LIMITS.rows * 2;
  let ringCount = 0;

  function setShape(shape: Shape): void {
    checkShape(shape);
    const counts = new Int32Array(memory.buffer, ringsAt, shape.length);
    let at = pointsAt;
    shape.forEach(({ points, hole }, place) => {
      const count = points.length >> 1;
      new Float32Array(memory.buffer, at, count * 2).set(points.subarray(0, count * 2));
      at += count * 8;
      counts[place] = hole ? -count : count;
    });
    ringCount = shape.length;
  }

  function sums(): Sums {
    const [
      pixels = 0,
      luma = 0,
      lumaSquares = 0,
      clipped = 0,
      chromaPixels = 0,
      a = 0,
      b = 0,
      c = 0,
    ] = new Float64Array(memory.buffer, sumsAt, 8);
    return { pixels, luma, lumaSquares, clipped, chromaPixels, a, b, c };
  }

  return {
    kind,
    slotsAt,
    reserve(bytes) {
      const missing = slotsAt + bytes + OVERRUN_BYTES - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    },
    memory: () => new Uint8Array(memory.buffer),
    setShape,
    sumLuma({ at, stride, width, height }, { low, high }) {
      exports.sumLuma(at, stride, width, height, ringCount, low, high);
    },
    sumChroma({ at, stride, width, height }, planeBAt) {
      exports.sumChroma(at, planeBAt, stride, width, height, ringCount);
    },
    sumPairs({ at, stride, width, height }) {
      exports.sumPairs(at, stride, width, height, ringCount);
    },
    sumColours({ at, stride, width, height }, { low, high }, [first, third]) {
      exports.sumColours(at, stride, width, height, ringCount, low, high, first, third);
    },
    sums,
    shrink({ at, stride }, { bytes, left, top, step, columns, rows }, grid) {
      const first = at + top * stride + left * bytes;
      exports.shrink(first, stride, bytes, step, columns, rows, gridAt(grid));
    },
    sumMovement({ columns, rows }, from) {
      exports.sumMovement(gridAt(from), gridAt(from === 0 ? 1 : 0), columns, rows, movedAt);
      return new Float64Array(memory.buffer, movedAt, MOVEMENT_SUMS);
    },
  };
}
