// SPDX-License-Identifier: Apache-2.0
import { keptArray, kernels, type Kernels } from '../kernels/kernels.ts';

/**
 * Forward fast Fourier transform of one fixed power-of-two size, with precomputed tables: radix 4, decimation in time
 * (Cooley & Tukey 1965, doi:10.1090/S0025-5718-1965-0178586-1). Optimised for short series with zero padding: the first
 * stages, which would only combine a value with zeros, are copies. Each pass is compiled (assembly/fft.ts) for
 * plans in the memory of the compiled loops, and in TypeScript for all others.
 */
export class FftPlan {
  readonly size: number;
  /** Result of the last transform: owned by the plan and overwritten by the next one. */
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly #reversed: Uint32Array;

  /** @param size a power of two, >= 2. @param memory three times as many values. */
  constructor(size: number, memory: Float64Array = new Float64Array(3 * size)) {
    if (size < 2 || (size & (size - 1)) !== 0) throw new RangeError('size must be a power of two');
    this.size = size;
    const { buffer, byteOffset } = memory;
    this.re = new Float64Array(buffer, byteOffset, size);
    this.im = new Float64Array(buffer, byteOffset + this.re.byteLength, size);
    this.#reversed = new Uint32Array(buffer, byteOffset + 2 * this.re.byteLength, size);
    const bits = Math.log2(size);
    for (let i = 0; i < size; i++) this.#reversed[i] = reverseBits(i, bits);
  }

  /**
   * Transforms `first + i second`, each followed by zeros up to the plan's size, into {@link FftPlan.re} and {@link
   * FftPlan.im}.
   * @param first,second `second` undefined is all zeros. @param length number of values used of each, at most the
   * plan's size.
   */
  transform(
    first: Float64Array,
    second: Float64Array | undefined,
    length: number = first.length,
  ): void {
    const { size, re, im } = this;
    const copies = Math.max(1, size / nextPowerOfTwo(length));
    let half = 4 * copies;
    if (half > size) {
      this.#spread(first, length, copies, re);
      this.#spread(second ?? NOTHING, second === undefined ? 0 : length, copies, im);
      this.#twos(re, im, copies);
      return;
    }
    this.#firstFours(first, second ?? NOTHING, length, second === undefined ? 0 : length, copies);
    for (; 4 * half <= size; half *= 4) this.#fours(re, im, half);
    if (half < size) this.#twos(re, im, half);
  }

  /** Copies the values in bit-reversed order, each repeated for the stages that would combine it with zeros only. */
  #spread(values: Float64Array, length: number, copies: number, into: Float64Array): void {
    for (let i = 0; i < into.length; i++) {
      const from = this.#reversed[i - (i % copies)] ?? 0;
      into[i] = from < length ? (values[from] ?? 0) : 0;
    }
  }

  /**
   * The first radix-4 pass, on the values in bit-reversed order, each repeated for the stages that would combine it
   * with zeros only.
   */
  #firstFours(
    first: Float64Array,
    second: Float64Array,
    ofFirst: number,
    ofSecond: number,
    copies: number,
  ): void {
    const { size, re, im } = this;
    const reversed = this.#reversed;
    const factors = factorsOf(copies);
    const compiled = this.#compiledFor(copies, factors);
    if (compiled !== null) {
      const [x, y] = [first.subarray(0, ofFirst), second.subarray(0, ofSecond)];
      compiled.firstFours(x, y, copies, { re, im, reversed }, factors);
      return;
    }
    for (let start = 0; start < size; start += 4 * copies) {
      const a = reversed[start] ?? 0;
      const b = reversed[start + copies] ?? 0;
      const c = reversed[start + 2 * copies] ?? 0;
      const d = reversed[start + 3 * copies] ?? 0;
      const ax = a < ofFirst ? (first[a] ?? 0) : 0;
      const ay = a < ofSecond ? (second[a] ?? 0) : 0;
      const bx = b < ofFirst ? (first[b] ?? 0) : 0;
      const by = b < ofSecond ? (second[b] ?? 0) : 0;
      const cx = c < ofFirst ? (first[c] ?? 0) : 0;
      const cy = c < ofSecond ? (second[c] ?? 0) : 0;
      const dx = d < ofFirst ? (first[d] ?? 0) : 0;
      const dy = d < ofSecond ? (second[d] ?? 0) : 0;
      for (let at = start; at < start + copies; at++) {
        const f = factorAt(at - start);
        const bc = factors[f] ?? 0;
        const bs = factors[f + 2] ?? 0;
        const cc = factors[f + 4] ?? 0;
        const cs = factors[f + 6] ?? 0;
        const dc = factors[f + 8] ?? 0;
        const ds = factors[f + 10] ?? 0;
        const br = bx * bc - by * bs;
        const bi = bx * bs + by * bc;
        const cr = cx * cc - cy * cs;
        const ci = cx * cs + cy * cc;
        const dr = dx * dc - dy * ds;
        const di = dx * ds + dy * dc;
        const sumR = ax + br;
        const sumI = ay + bi;
        const offR = ax - br;
        const offI = ay - bi;
        const addR = cr + dr;
        const addI = ci + di;
        const subR = cr - dr;
        const subI = ci - di;
        re[at] = sumR + addR;
        im[at] = sumI + addI;
        re[at + copies] = offR + subI;
        im[at + copies] = offI - subR;
        re[at + 2 * copies] = sumR - addR;
        im[at + 2 * copies] = sumI - addI;
        re[at + 3 * copies] = offR - subI;
        im[at + 3 * copies] = offI + subR;
      }
    }
  }

  /** Radix-2 pass: joins transforms of size `half` in pairs. */
  #twos(re: Float64Array, im: Float64Array, half: number): void {
    const factors = factorsOf(half);
    const compiled = this.#compiledFor(half, factors);
    if (compiled !== null) {
      compiled.twos(re, im, half, factors);
      return;
    }
    for (let start = 0; start < this.size; start += 2 * half) {
      for (let k = 0; k < half; k++) {
        const low = start + k;
        const high = low + half;
        // Of the factors, a radix-2 pass needs only the first, the 2k-th power.
        const f = factorAt(k);
        const c = factors[f] ?? 0;
        const s = factors[f + 2] ?? 0;
        const x = re[high] ?? 0;
        const y = im[high] ?? 0;
        const lowR = re[low] ?? 0;
        const lowI = im[low] ?? 0;
        const r = x * c - y * s;
        const m = x * s + y * c;
        re[high] = lowR - r;
        im[high] = lowI - m;
        re[low] = lowR + r;
        im[low] = lowI + m;
      }
    }
  }

  /** Radix-4 pass: joins transforms of size `half` in fours. */
  #fours(re: Float64Array, im: Float64Array, half: number): void {
    const factors = factorsOf(half);
    const { size } = this;
    const compiled = this.#compiledFor(half, factors);
    if (compiled !== null) {
      compiled.fours(re, im, half, factors);
      return;
    }
    for (let start = 0; start < size; start += 4 * half) {
      for (let a = start; a < start + half; a++) {
        const f = factorAt(a - start);
        const b = a + half;
        const c = b + half;
        const d = c + half;
        // Each value is read once: repeated reads of an array are not optimised away.
        const bx = re[b] ?? 0;
        const by = im[b] ?? 0;
        const bc = factors[f] ?? 0;
        const bs = factors[f + 2] ?? 0;
        const br = bx * bc - by * bs;
        const bi = bx * bs + by * bc;
        const cx = re[c] ?? 0;
        const cy = im[c] ?? 0;
        const cc = factors[f + 4] ?? 0;
        const cs = factors[f + 6] ?? 0;
        const cr = cx * cc - cy * cs;
        const ci = cx * cs + cy * cc;
        const dx = re[d] ?? 0;
        const dy = im[d] ?? 0;
        const dc = factors[f + 8] ?? 0;
        const ds = factors[f + 10] ?? 0;
        const dr = dx * dc - dy * ds;
        const di = dx * ds + dy * dc;
        const ax = re[a] ?? 0;
        const ay = im[a] ?? 0;
        const sumR = ax + br;
        const sumI = ay + bi;
        const offR = ax - br;
        const offI = ay - bi;
        const addR = cr + dr;
        const addI = ci + di;
        const subR = cr - dr;
        const subI = ci - di;
        re[a] = sumR + addR;
        im[a] = sumI + addI;
        re[b] = offR + subI;
        im[b] = offI - subR;
        re[c] = sumR - addR;
        im[c] = sumI - addI;
        re[d] = offR - subI;
        im[d] = offI + subR;
      }
    }
  }

  /** The compiled passes, if they can run one with these factors: they handle two neighbours at a time. */
  #compiledFor(half: number, { buffer }: Float64Array): Kernels | null {
    const compiled = half > 1 ? kernels() : null;
    return compiled?.buffer === buffer && buffer === this.re.buffer ? compiled : null;
  }
}

const tables = new Map<number, Float64Array>();

/** Index of the first number of an index's factors; the other five follow at steps of two. */
const factorAt = (k: number): number => 12 * (k >> 1) + (k & 1);

/**
 * Factors of the second, third and fourth part of a pass: the 2k-th, k-th and 3k-th power of the (4 half)-th root of
 * unity. The numbers of two neighbouring indices alternate: see {@link factorAt}.
 */
function factorsOf(half: number): Float64Array {
  const known = tables.get(half);
  if (known !== undefined) return known;
  const factors = keptArray(6 * Math.max(2, half), 4 * half);
  for (let k = 0; k < half; k++) {
    [2 * k, k, 3 * k].forEach((power, part) => {
      const angle = (2 * Math.PI * power) / (4 * half);
      factors[factorAt(k) + 4 * part] = Math.cos(angle);
      factors[factorAt(k) + 4 * part + 2] = -Math.sin(angle);
    });
  }
  tables.set(half, factors);
  return factors;
}

const NOTHING = new Float64Array(0);

function reverseBits(value: number, bits: number): number {
  let reversed = 0;
  for (let b = 0; b < bits; b++) if ((value & (1 << b)) !== 0) reversed |= 1 << (bits - 1 - b);
  return reversed;
}

const plans = new Map<number, FftPlan>();

/** The shared plan of a size: read its result before the next transform of that size. */
export function fftPlan(size: number): FftPlan {
  const known = plans.get(size);
  if (known !== undefined) return known;
  const plan = new FftPlan(size, keptArray(3 * size, size));
  plans.set(size, plan);
  return plan;
}

export function nextPowerOfTwo(length: number): number {
  let size = 2;
  while (size < length) size *= 2;
  return size;
}
