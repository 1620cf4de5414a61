// SPDX-License-Identifier: Apache-2.0
import { fftPlan, nextPowerOfTwo } from './fft.ts';
import { mean } from './statistics.ts';

/** Power over frequency: `power[i]` belongs to `i * binHz`. */
export interface Spectrum {
  readonly binHz: number;
  readonly power: Float64Array;
}

const windows = new Map<number, Float64Array>();

function hann(length: number): Float64Array {
  const known = windows.get(length);
  if (known !== undefined) return known;
  const window = Float64Array.from(
    { length },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length),
  );
  // A handful of lengths occur in practice; a caller with many must not grow this without end.
  if (windows.size > 64) windows.clear();
  windows.set(length, window);
  return window;
}

/**
 * Hann-windowed, zero-padded power spectra of several series of one length, two real series per complex transform.
 * A series without any change has no power, whatever rounding leaves of its neighbour's.
 * @param rate samples/s. @param start,end the part of each series to take. @param topHz highest frequency kept.
 * @param minimumSize lowest transform size, a power of two.
 */
export function powerSpectra(
  series: readonly Float64Array[],
  rate: number,
  start: number,
  end: number,
  topHz: number,
  minimumSize: number,
): Spectrum[] {
  const size = Math.max(minimumSize, nextPowerOfTwo(end - start));
  const plan = fftPlan(size);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  const bins = Math.min(size / 2, Math.ceil((topHz * size) / rate) + 2);
  const spectra = series.map(() => ({ binHz: rate / size, power: new Float64Array(bins) }));
  const changing = series
    .map((from, k) => ({
      values: windowed(from, start, end),
      power: spectra[k]?.power ?? new Float64Array(0),
    }))
    .filter(({ values }) => values.some((value) => value !== 0));
  for (let k = 0; k < changing.length; k += 2) {
    const [first, second] = [changing[k], changing[k + 1]];
    if (first === undefined) continue;
    plan.transform(first.values, second?.values, re, im);
    separate(re, im, first.power, second?.power);
  }
  return spectra;
}

function windowed(from: Float64Array, start: number, end: number): Float64Array {
  const into = new Float64Array(end - start);
  const window = hann(end - start);
  const centre = mean(from, start, end);
  for (let i = start; i < end; i++) {
    into[i - start] = ((from[i] ?? 0) - centre) * (window[i - start] ?? 0);
  }
  return into;
}

/** Powers of two real series from the transform of `first + i second`. */
function separate(
  re: Float64Array,
  im: Float64Array,
  first: Float64Array,
  second: Float64Array | undefined,
): void {
  const mask = re.length - 1;
  for (let k = 0; k < first.length; k++) {
    const mirror = (re.length - k) & mask;
    const r = re[k] ?? 0;
    const i = im[k] ?? 0;
    const rm = re[mirror] ?? 0;
    const jm = im[mirror] ?? 0;
    first[k] = ((r + rm) ** 2 + (i - jm) ** 2) / 4;
    if (second !== undefined) second[k] = ((i + jm) ** 2 + (rm - r) ** 2) / 4;
  }
}

/** Running mean over `+-halfWidthHz`, shorter at the ends. */
export function smoothed({ power, binHz }: Spectrum, halfWidthHz: number): Spectrum {
  const reach = Math.round(halfWidthHz / binHz);
  const sums = new Float64Array(power.length + 1);
  for (let i = 0; i < power.length; i++) sums[i + 1] = (sums[i] ?? 0) + (power[i] ?? 0);
  const out = new Float64Array(power.length);
  for (let i = 0; i < out.length; i++) {
    const from = Math.max(0, i - reach);
    const to = Math.min(power.length, i + reach + 1);
    out[i] = ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  }
  return { binHz, power: out };
}

/** The part inside the band scaled to sum 1, zero outside; all zeros when the band is empty of power. */
export function normalisedInBand(
  { power, binHz }: Spectrum,
  lowHz: number,
  highHz: number,
): Spectrum {
  const out = new Float64Array(power.length);
  let sum = 0;
  for (let i = 0; i < power.length; i++) {
    const f = i * binHz;
    if (f < lowHz || f > highHz) continue;
    out[i] = power[i] ?? 0;
    sum += out[i] ?? 0;
  }
  if (sum > 0) for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) / sum;
  return { binHz, power: out };
}

/** A bin on the edge of a band belongs to it, however its frequency was rounded. */
const EDGE = 1e-9;

/** Sum of power within `[lowHz, highHz]`. */
export function powerWithin({ power, binHz }: Spectrum, lowHz: number, highHz: number): number {
  const from = Math.max(0, Math.ceil(lowHz / binHz - EDGE));
  const to = Math.min(power.length - 1, Math.floor(highHz / binHz + EDGE));
  let sum = 0;
  for (let i = from; i <= to; i++) sum += power[i] ?? 0;
  return sum;
}

/** Frequency of the vertex of the parabola through a bin and its neighbours. */
export function refinedPeakHz({ power, binHz }: Spectrum, bin: number): number {
  const before = power[bin - 1] ?? 0;
  const here = power[bin] ?? 0;
  const after = power[bin + 1] ?? 0;
  const bend = before - 2 * here + after;
  const shift = bend < 0 ? (0.5 * (before - after)) / bend : 0;
  return (bin + Math.max(-0.5, Math.min(0.5, shift))) * binHz;
}

/** Index of the highest bin within `[lowHz, highHz]`. */
export function highestBin({ power, binHz }: Spectrum, lowHz: number, highHz: number): number {
  const from = Math.max(0, Math.ceil(lowHz / binHz));
  const to = Math.min(power.length - 1, Math.floor(highHz / binHz));
  let best = from;
  for (let i = from; i <= to; i++) if ((power[i] ?? 0) > (power[best] ?? 0)) best = i;
  return best;
}
