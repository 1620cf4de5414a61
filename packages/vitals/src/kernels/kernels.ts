// SPDX-License-Identifier: Apache-2.0
/**
 * The engine's innermost loops as WebAssembly with SIMD (assembly/), which computes the same numbers as the TypeScript
 * beside it in half to a third of the time, from the first call on. Where it cannot run, the TypeScript does.
 */
import { COMPILED } from './compiled.ts';

/** What assembly/index.ts exports. */
interface Functions {
  readonly firstFours: (...numbers: number[]) => void;
  readonly fours: (...numbers: number[]) => void;
  readonly twos: (...numbers: number[]) => void;
  readonly zeroPhase: (...numbers: number[]) => void;
  readonly resample: (...numbers: number[]) => void;
  readonly explain: (...numbers: number[]) => number;
  readonly logs: (...numbers: number[]) => void;
  readonly windowed: (...numbers: number[]) => number;
  readonly separate: (...numbers: number[]) => void;
}

const NAMES = [
  'firstFours',
  'fours',
  'twos',
  'zeroPhase',
  'resample',
  'explain',
  'logs',
  'windowed',
  'separate',
] as const satisfies (keyof Functions)[];

/** The part of WebAssembly's interface that is used here, which has no types where there is no browser and no Node.js. */
interface WebAssemblyInterface {
  readonly Memory: new (size: { initial: number; maximum: number }) => { buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { exports: unknown };
}

const PAGE_BYTES = 65_536;
const VALUE_BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Values in a line of the processor's cache: arrays begin at one, and no two share one. */
export const LINE = 8;
/**
 * Of the series of one analysis, which the next one uses again: one of 30 s needs some 400,000 values, one of 120 s 1.6
 * million. The system provides memory only where it is used.
 */
const SCRATCH_VALUES = 2048 * 1024;
/** Longest series that is transformed, interpolated, or with its continuations filtered: there is room for up to it. */
export const MAX_SERIES = 4096;
/** Numbers of the filter: six for each of its two sections. */
const COEFFICIENTS = 12;
/** Of what transforms keep: tables and results. */
const KEPT_VALUES = 56 * 1024;

/** Where the parts of the memory begin, in values. Stages and pairs together are the work area of `resample`. */
const STAGES_AT = SCRATCH_VALUES;
const PAIRS_AT = STAGES_AT + 2 * MAX_SERIES;
const COEFFICIENTS_AT = PAIRS_AT + 2 * MAX_SERIES;
const KEPT_AT = COEFFICIENTS_AT + 2 * LINE;
const ALL_VALUES = KEPT_AT + KEPT_VALUES;

/** Where the first pass of a transform puts its results, and the order in which it reads; all in the memory. */
export interface Transformed {
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** Bit-reversed indices. */
  readonly reversed: Uint32Array;
}

/**
 * The models among which an explanation of a heart's variability is searched (see beats/spread.ts): a row of all bands
 * for each shape and each noise level, padded to fours of bands.
 */
export interface ModelSearch {
  readonly power: Float64Array;
  /** Coefficients in each band. */
  readonly size: number;
  /** Observed part of each shape, for a variance of 1. */
  readonly passed: readonly Float64Array[];
  readonly noises: readonly Float64Array[];
  /** Log prior odds of each noise level, and of each variance. */
  readonly known: Float64Array;
  readonly expected: Float64Array;
  readonly variances: Float64Array;
  /** For each noise level, where the previous shape was likeliest: the next maximum is near it. */
  readonly summits: Int32Array;
  readonly negligible: number;
}

/** The loops, and the memory that they work in. It never grows, so views of it stay valid. */
export class Kernels {
  readonly buffer: ArrayBuffer;
  readonly #functions: Functions;
  /** Copies of two series that are not in the memory. */
  readonly #stages: readonly [Float64Array, Float64Array];
  readonly #coefficients: Float64Array;
  #kept = KEPT_AT;

  constructor(functions: Functions, buffer: ArrayBuffer) {
    this.buffer = buffer;
    this.#functions = functions;
    this.#stages = [
      this.#view(STAGES_AT, MAX_SERIES),
      this.#view(STAGES_AT + MAX_SERIES, MAX_SERIES),
    ];
    this.#coefficients = this.#view(COEFFICIENTS_AT, COEFFICIENTS);
  }

  /** Takes an array of zeros for good; null when there is no room. */
  reserve(length: number): Float64Array | null {
    const at = this.#kept;
    const end = at + Math.ceil(length / LINE) * LINE;
    if (end > ALL_VALUES) return null;
    this.#kept = end;
    return this.#view(at, length);
  }

  /**
   * First radix-4 pass over at most {@link MAX_SERIES} values, each used `copies` times; zeros follow them.
   * @param copies at least 2. @param factors in the memory.
   */
  firstFours(
    first: Float64Array,
    second: Float64Array,
    copies: number,
    { re, im, reversed }: Transformed,
    factors: Float64Array,
  ): void {
    this.#functions.firstFours(
      this.#addressOf(first, 0),
      this.#addressOf(second, 1),
      first.length,
      second.length,
      copies,
      re.length,
      reversed.byteOffset,
      factors.byteOffset,
      re.byteOffset,
      im.byteOffset,
    );
  }

  /** A radix-4 pass. @param re,im,factors in the memory. @param half at least 2. */
  fours(re: Float64Array, im: Float64Array, half: number, factors: Float64Array): void {
    this.#functions.fours(re.byteOffset, im.byteOffset, re.length, half, factors.byteOffset);
  }

  /** A radix-2 pass. @param re,im,factors in the memory. @param half at least 2. */
  twos(re: Float64Array, im: Float64Array, half: number, factors: Float64Array): void {
    this.#functions.twos(re.byteOffset, im.byteOffset, re.length, half, factors.byteOffset);
  }

  /** Writes the natural logarithms of a series. @param series,into of one length, in the memory. */
  logs(series: Float64Array, into: Float64Array): void {
    this.#functions.logs(series.byteOffset, series.length, into.byteOffset);
  }

  /**
   * Writes a part of a series minus its mean, times a window.
   * @param start of the part, which is as long as the window: at most {@link MAX_SERIES}. @param into in the memory.
   * @returns whether any value is not zero.
   */
  windowed(series: Float64Array, start: number, window: Float64Array, into: Float64Array): boolean {
    const { length } = window;
    const from = this.#addressOf(series.subarray(start, start + length), 0);
    const by = this.#addressOf(window, 1);
    return this.#functions.windowed(from, length, by, into.byteOffset) === 1;
  }

  /**
   * Powers of two real series from the transform of `first + i second`.
   * @param re,im in the memory. @param ofFirst,ofSecond of one length, at most half the transform's size.
   */
  separate(
    re: Float64Array,
    im: Float64Array,
    ofFirst: Float64Array,
    ofSecond: Float64Array,
  ): void {
    this.#functions.separate(
      ...[re.byteOffset, im.byteOffset, re.length, ofFirst.length],
      ...[this.#addressFor(ofFirst, 0), this.#addressFor(ofSecond, 1)],
    );
    this.#readBack(ofFirst, 0);
    this.#readBack(ofSecond, 1);
  }

  /**
   * Filters two series of one length in place, which may be the same one.
   * @param by values of the continuation at each end; at most {@link MAX_SERIES} with the series. @param coefficients
   * of both sections: b0, b1 and b2 with the output substituted, a1, a2, and the first state for the input 1.
   */
  zeroPhase(x: Float64Array, y: Float64Array, by: number, coefficients: readonly number[]): void {
    this.#coefficients.set(coefficients);
    this.#functions.zeroPhase(
      this.#addressOf(x, 0),
      this.#addressOf(y, 1),
      x.length,
      by,
      this.#coefficients.byteOffset,
      PAIRS_AT * VALUE_BYTES,
    );
    this.#readBack(x, 0);
    this.#readBack(y, 1);
  }

  /** Whether arrays are in the memory. */
  has(arrays: readonly { readonly buffer: ArrayBufferLike }[]): boolean {
    return arrays.every(({ buffer }) => buffer === this.buffer);
  }

  /**
   * Interpolates series of one length; all arrays are in the memory.
   * @param results of one length, one for each series. @param h distances of the positions: at least 2, and less than
   * {@link MAX_SERIES}. @param pieces for each value of a result, the position before it. @param weights for each value:
   * of the values before and after it, and of the slopes there.
   */
  resample(
    series: readonly Float64Array[],
    results: readonly Float64Array[],
    h: Float64Array,
    pieces: Int32Array,
    weights: Float64Array,
  ): void {
    for (let k = 0; k < series.length; k += 2) {
      const [x, y = x] = series.slice(k, k + 2);
      const [outX, outY = outX] = results.slice(k, k + 2);
      this.#functions.resample(
        ...[x, y].map((one) => one?.byteOffset ?? 0),
        h.length + 1,
        h.byteOffset,
        pieces.length,
        pieces.byteOffset,
        weights.byteOffset,
        ...[outX, outY].map((one) => one?.byteOffset ?? 0),
        STAGES_AT * VALUE_BYTES,
      );
    }
  }

  /**
   * Searches for the models that explain a heart's variability.
   * @param logOdds,index for each model that may be met. @returns the number of models met; null if not all arrays are
   * in the memory.
   */
  explain(searched: ModelSearch, logOdds: Float64Array, index: Int32Array): number | null {
    const { power, size, passed, noises, known, expected, variances, summits } = searched;
    const arrays = [power, ...passed, ...noises, known, expected, variances, summits];
    const [shapesAt = power, noisesAt = power] = [passed[0], noises[0]];
    if (!this.has([...arrays, logOdds, index])) return null;
    return this.#functions.explain(
      ...[power.length, size, power.byteOffset],
      ...[shapesAt.byteOffset, passed.length],
      ...[noisesAt.byteOffset, known.byteOffset, noises.length],
      ...[variances.byteOffset, expected.byteOffset, variances.length],
      ...[summits.byteOffset, searched.negligible, logOdds.byteOffset, index.byteOffset],
    );
  }

  #view(at: number, length: number): Float64Array {
    return new Float64Array(this.buffer, at * VALUE_BYTES, length);
  }

  /** Address of a series: its own if it is in the memory, else that of its copy. */
  #addressOf(series: Float64Array, stage: 0 | 1): number {
    if (series.buffer !== this.buffer) this.#stages[stage].set(series);
    return this.#addressFor(series, stage);
  }

  /** Address for the values of a series: its own if it is in the memory, else where they are read back from. */
  #addressFor(series: Float64Array, stage: 0 | 1): number {
    return (series.buffer === this.buffer ? series : this.#stages[stage]).byteOffset;
  }

  #readBack(series: Float64Array, stage: 0 | 1): void {
    if (series.buffer !== this.buffer) series.set(this.#stages[stage].subarray(0, series.length));
  }
}

function hasFunctions(exports: unknown): exports is Functions {
  if (typeof exports !== 'object' || exports === null) return false;
  const known: Partial<Record<string, unknown>> = { ...exports };
  return NAMES.every((name) => typeof known[name] === 'function');
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );

function load(): Kernels | null {
  const { WebAssembly: wasm } = globalThis as { readonly WebAssembly?: WebAssemblyInterface };
  if (wasm === undefined) return null;
  const pages = Math.ceil((ALL_VALUES * VALUE_BYTES) / PAGE_BYTES);
  try {
    const memory = new wasm.Memory({ initial: pages, maximum: pages });
    const module = new wasm.Module(bytesOf(COMPILED));
    const { exports } = new wasm.Instance(module, { env: { memory }, log: { logOf: Math.log } });
    return hasFunctions(exports) ? new Kernels(exports, memory.buffer) : null;
  } catch {
    // No SIMD, no memory, or a policy that forbids WebAssembly.
    return null;
  }
}

let loaded: Kernels | null | undefined;

/** The loops of this thread, loaded at the first call; null where they cannot run. */
export function kernels(): Kernels | null {
  if (loaded === undefined) loaded = load();
  return loaded;
}

/** Runs work without the compiled loops, as where they cannot run. @throws whatever `work` throws. */
export function withoutKernels<T>(work: () => T): T {
  const before = kernels();
  loaded = null;
  try {
    return work();
  } finally {
    loaded = before;
  }
}

/**
 * An array of zeros for good, in the memory of the compiled loops if that has room for it.
 * @param size length of the series that it is for: longer ones than {@link MAX_SERIES} are not compiled.
 */
export function keptArray(length: number, size = length): Float64Array {
  const compiled = size <= MAX_SERIES ? kernels() : null;
  return compiled?.reserve(length) ?? new Float64Array(length);
}

/** Memory for the series of one analysis. */
export function scratchMemory(): { readonly buffer: ArrayBuffer; readonly values: number } {
  const buffer = kernels()?.buffer ?? new ArrayBuffer(SCRATCH_VALUES * VALUE_BYTES);
  return { buffer, values: SCRATCH_VALUES };
}
