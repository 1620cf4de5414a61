// SPDX-License-Identifier: Apache-2.0
/**
 * In-place radix-2 fast Fourier transform of one fixed power-of-two size, with its tables made once
 * (Cooley & Tukey 1965, doi:10.1090/S0025-5718-1965-0178586-1).
 */
export class FftPlan {
  readonly size: number;
  readonly #cosine: Float64Array;
  readonly #sine: Float64Array;
  readonly #reversed: Uint32Array;

  /** @param size a power of two, >= 2. */
  constructor(size: number) {
    if (size < 2 || (size & (size - 1)) !== 0) throw new RangeError('size must be a power of two');
    this.size = size;
    this.#cosine = new Float64Array(size / 2);
    this.#sine = new Float64Array(size / 2);
    for (let k = 0; k < size / 2; k++) {
      this.#cosine[k] = Math.cos((2 * Math.PI * k) / size);
      this.#sine[k] = -Math.sin((2 * Math.PI * k) / size);
    }
    const bits = Math.log2(size);
    this.#reversed = Uint32Array.from({ length: size }, (_, i) => reverseBits(i, bits));
  }

  /** Forward transform of `re + i im`, both of the plan's size, in place. */
  forward(re: Float64Array, im: Float64Array): void {
    this.#permute(re, im);
    let half = 1;
    if (this.size >= 4) {
      fours(re, im);
      half = 4;
    }
    for (; half < this.size; half *= 2) this.#butterflies(re, im, half);
  }

  #permute(re: Float64Array, im: Float64Array): void {
    for (let i = 0; i < this.size; i++) {
      const j = this.#reversed[i] ?? 0;
      if (j <= i) continue;
      const r = re[i] ?? 0;
      const m = im[i] ?? 0;
      re[i] = re[j] ?? 0;
      im[i] = im[j] ?? 0;
      re[j] = r;
      im[j] = m;
    }
  }

  #butterflies(re: Float64Array, im: Float64Array, half: number): void {
    const stride = this.size / (2 * half);
    const cosine = this.#cosine;
    const sine = this.#sine;
    for (let start = 0; start < this.size; start += 2 * half) {
      for (let k = 0, t = 0; k < half; k++, t += stride) {
        const c = cosine[t] ?? 0;
        const s = sine[t] ?? 0;
        const low = start + k;
        const high = low + half;
        const hr = re[high] ?? 0;
        const hi = im[high] ?? 0;
        const r = hr * c - hi * s;
        const m = hr * s + hi * c;
        const lr = re[low] ?? 0;
        const li = im[low] ?? 0;
        re[low] = lr + r;
        im[low] = li + m;
        re[high] = lr - r;
        im[high] = li - m;
      }
    }
  }
}

/** The first two stages at once: their factors are 1 and -i alone. */
function fours(re: Float64Array, im: Float64Array): void {
  for (let i = 0; i < re.length; i += 4) {
    const ar = (re[i] ?? 0) + (re[i + 1] ?? 0);
    const ai = (im[i] ?? 0) + (im[i + 1] ?? 0);
    const br = (re[i] ?? 0) - (re[i + 1] ?? 0);
    const bi = (im[i] ?? 0) - (im[i + 1] ?? 0);
    const cr = (re[i + 2] ?? 0) + (re[i + 3] ?? 0);
    const ci = (im[i + 2] ?? 0) + (im[i + 3] ?? 0);
    const dr = (re[i + 2] ?? 0) - (re[i + 3] ?? 0);
    const di = (im[i + 2] ?? 0) - (im[i + 3] ?? 0);
    re[i] = ar + cr;
    im[i] = ai + ci;
    re[i + 1] = br + di;
    im[i + 1] = bi - dr;
    re[i + 2] = ar - cr;
    im[i + 2] = ai - ci;
    re[i + 3] = br - di;
    im[i + 3] = bi + dr;
  }
}

function reverseBits(value: number, bits: number): number {
  let reversed = 0;
  for (let b = 0; b < bits; b++) if ((value & (1 << b)) !== 0) reversed |= 1 << (bits - 1 - b);
  return reversed;
}

const plans = new Map<number, FftPlan>();

/** The shared plan of a size; tables only, so sharing changes no result. */
export function fftPlan(size: number): FftPlan {
  const known = plans.get(size);
  if (known !== undefined) return known;
  const plan = new FftPlan(size);
  plans.set(size, plan);
  return plan;
}

export function nextPowerOfTwo(length: number): number {
  let size = 2;
  while (size < length) size *= 2;
  return size;
}
