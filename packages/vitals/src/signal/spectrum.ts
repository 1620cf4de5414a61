// SPDX-License-Identifier: Apache-2.0
import { keptArray, kernels, MAX_SERIES } from '../kernels/kernels.ts';
import { zeros } from './scratch.ts';
import { fftPlan, nextPowerOfTwo, type FftPlan } from './fft.ts';
import { vertexAt } from './vertex.ts';

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
  // Only a few lengths occur in practice; a caller with many must not grow this without limit.
  if (windows.size > 64) windows.clear();
  windows.set(length, window);
  return window;
}

/** Provides the array for the powers of one spectrum, by its index among those of a call and its number of bins. */
export type Place = (number: number, bins: number) => Float64Array;

/** New arrays, owned by the spectra. */
export const anew: Place = (_, bins) => zeros(bins);

/** Reused arrays: their content is valid until the next spectra are written to them. */
export function workspace(): Place {
  const known = new Map<number, Float64Array[]>();
  return (number, bins) => {
    const arrays = known.get(bins) ?? [];
    // Only a few sizes occur in practice; a caller with many must not grow this without limit.
    if (arrays.length === 0 && known.size > 16) known.clear();
    known.set(bins, arrays);
    return (arrays[number] ??= new Float64Array(bins));
  };
}

/** Two windowed series. */
type Inputs = readonly [first: Float64Array, second: Float64Array];

/** The next ones overwrite them. */
let kept: Inputs | undefined;

function inputsFor(length: number): Inputs {
  if (length > MAX_SERIES) return [new Float64Array(length), new Float64Array(length)];
  return (kept ??= [keptArray(MAX_SERIES), keptArray(MAX_SERIES)]);
}

/**
 * Hann-windowed, zero-padded power spectra of several series of one length, two real series per complex transform. A
 * constant series has no power, regardless of rounding errors from the series it is paired with.
 * @param rate samples/s. @param start,end the part of each series to use. @param topHz highest frequency kept.
 * @param minimumSize lowest transform size, a power of two. @param place provides the arrays; by default new ones.
 */
export function powerSpectra(
  series: readonly Float64Array[],
  rate: number,
  start: number,
  end: number,
  topHz: number,
  minimumSize: number,
  place: Place = anew,
): Spectrum[] {
  const length = end - start;
  const size = Math.max(minimumSize, nextPowerOfTwo(length));
  const plan = fftPlan(size);
  const [first, second] = inputsFor(length);
  const bins = Math.min(size / 2, Math.ceil((topHz * size) / rate) + 2);
  const spectra: Spectrum[] = [];
  let waiting: Float64Array | undefined;
  for (const from of series) {
    const power = place(spectra.length, bins);
    spectra.push({ binHz: rate / size, power });
    if (!putWindowed(from, start, end, waiting === undefined ? first : second)) {
      power.fill(0);
    } else if (waiting === undefined) {
      waiting = power;
    } else {
      plan.transform(first, second, length);
      separate(plan, waiting, power);
      waiting = undefined;
    }
  }
  if (waiting !== undefined) {
    plan.transform(first, undefined, length);
    separateOne(plan, waiting);
  }
  return spectra;
}

/** @returns whether any value is not zero. */
function putWindowed(from: Float64Array, start: number, end: number, into: Float64Array): boolean {
  const window = hann(end - start);
  const compiled = kernels();
  if (compiled?.buffer === into.buffer) return compiled.windowed(from, start, window, into);
  const { length } = window;
  // In the order of the compiled sum (assembly/spectrum.ts).
  const paired = length - (length % 2);
  let [even, odd] = [0, 0];
  for (let i = 0; i < paired; i += 2) {
    even += from[start + i] ?? 0;
    odd += from[start + i + 1] ?? 0;
  }
  const last = paired < length ? (from[end - 1] ?? 0) : 0;
  const centre = (even + odd + last) / length;
  let changes = false;
  for (let i = 0; i < length; i++) {
    const value = ((from[start + i] ?? 0) - centre) * (window[i] ?? 0);
    into[i] = value;
    if (value !== 0) changes = true;
  }
  return changes;
}

/** Powers of two real series from the transform of `first + i second`. */
function separate({ re, im }: FftPlan, ofFirst: Float64Array, ofSecond: Float64Array): void {
  const compiled = kernels();
  if (compiled?.buffer === re.buffer) {
    compiled.separate(re, im, ofFirst, ofSecond);
    return;
  }
  const mask = re.length - 1;
  for (let k = 0; k < ofFirst.length; k++) {
    const mirror = (re.length - k) & mask;
    const r = re[k] ?? 0;
    const i = im[k] ?? 0;
    const rm = re[mirror] ?? 0;
    const jm = im[mirror] ?? 0;
    const evenR = r + rm;
    const oddI = i - jm;
    const evenI = i + jm;
    const oddR = rm - r;
    ofFirst[k] = (evenR * evenR + oddI * oddI) / 4;
    ofSecond[k] = (evenI * evenI + oddR * oddR) / 4;
  }
}

/** Powers of one real series from its transform. */
function separateOne({ re, im }: FftPlan, of: Float64Array): void {
  for (let k = 0; k < of.length; k++) {
    const r = re[k] ?? 0;
    const i = im[k] ?? 0;
    of[k] = r * r + i * i;
  }
}

/** Buffer for the sums of the powers before each bin, as long as the longest spectrum so far. */
let sums = new Float64Array(2048);

/**
 * Replaces a spectrum's band by its running mean over `+-halfWidthHz`, shorter at the ends, and normalises it: see
 * {@link normaliseInBand}.
 */
export function smoothInBand(
  spectrum: Spectrum,
  halfWidthHz: number,
  lowHz: number,
  highHz: number,
): void {
  const { power, binHz } = spectrum;
  const bins = power.length;
  const reach = Math.round(halfWidthHz / binHz);
  const [from, to] = binsWithin(spectrum, lowHz, highHz);
  if (sums.length <= bins) sums = new Float64Array(bins + 1);
  let sum = 0;
  sums[0] = 0;
  const summed = Math.min(bins, to + reach);
  for (let i = 0; i < summed; i++) {
    sum += power[i] ?? 0;
    sums[i + 1] = sum;
  }
  let total = 0;
  for (let i = from; i < to; i++) {
    const low = Math.max(0, i - reach);
    const high = Math.min(bins, i + reach + 1);
    const mean = ((sums[high] ?? 0) - (sums[low] ?? 0)) / (high - low);
    power[i] = mean;
    total += mean;
  }
  keepOnly(power, from, to, total);
}

/** Scales the part inside the band to sum 1 and sets the rest to zero; all is zero when the band has no power. */
export function normaliseInBand(spectrum: Spectrum, lowHz: number, highHz: number): void {
  const { power } = spectrum;
  const [from, to] = binsWithin(spectrum, lowHz, highHz);
  let total = 0;
  for (let i = from; i < to; i++) total += power[i] ?? 0;
  keepOnly(power, from, to, total);
}

/** The first bin within `[lowHz, highHz]` and the one after the last. */
function binsWithin(
  { power, binHz }: Spectrum,
  lowHz: number,
  highHz: number,
): [from: number, to: number] {
  let from = Math.max(0, Math.ceil(lowHz / binHz) - 1);
  while (from < power.length && from * binHz < lowHz) from++;
  let to = Math.min(power.length, Math.floor(highHz / binHz) + 2);
  while (to > from && (to - 1) * binHz > highHz) to--;
  return [from, to];
}

/** Sets all but the bins `[from, to)` to zero and scales those, whose sum is `total`, to sum 1. */
function keepOnly(power: Float64Array, from: number, to: number, total: number): void {
  power.fill(0, 0, from);
  power.fill(0, to);
  if (!(total > 0)) return;
  const scale = 1 / total;
  for (let i = from; i < to; i++) power[i] = (power[i] ?? 0) * scale;
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
  return vertexAt(bin, power[bin - 1] ?? 0, power[bin] ?? 0, power[bin + 1] ?? 0) * binHz;
}

/** Index of the highest bin within `[lowHz, highHz]`. */
export function highestBin({ power, binHz }: Spectrum, lowHz: number, highHz: number): number {
  const from = Math.max(0, Math.ceil(lowHz / binHz));
  const to = Math.min(power.length - 1, Math.floor(highHz / binHz));
  let best = from;
  for (let i = from; i <= to; i++) if ((power[i] ?? 0) > (power[best] ?? 0)) best = i;
  return best;
}
