// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import type { ColourSeries, FrameSeries } from '@perfuse/contract/payload/chunk';
import { REGION_IDS } from '@perfuse/contract/payload/regions';
import { frameStepMs } from '../frames/recording.ts';
import { runningSums } from '../signal/elementwise.ts';
import { fftPlan, nextPowerOfTwo } from '../signal/fft.ts';
import { median } from '../signal/median.ts';

/** Loop lengths that are searched, s; longer ones only if they fit twice. */
const SHORTEST_LOOP_S = 1;
const LONGEST_LOOP_S = 15;
/** Above this frequency there is only sensor noise: pulse, breath, head and light are slower, Hz. */
const NOISE_FROM_HZ = 5;
/** Half width over which the noise's spectrum is flattened, Hz, so that lines of flicker weigh no more than noise. */
const FLATTEN_HZ = 0.5;
/** Noise is clipped at this many deviations: the jumps of a coder's key frames are also regular in live films. */
const CLIP = 1;
/** The usual size of the noise is estimated from every n-th frame. */
const SAMPLED = 4;
/** Least autocorrelation of the noise at the lag of a loop; for three multiples of the lag or more, least mean. */
const LEAST = 0.36;
const MIN_OF_MANY = 0.25;
const MANY = 3;
/** Chance correlation stays below this many deviations. */
const CHANCE_DEVIATIONS = 6;
/** A rhythm repeats at many lags, a loop at one: lags this close to it are compared, frames. */
const BESIDE = [5, 25] as const;
const BESIDE_SHARE = 0.5;
/** Share of a film that must overlap itself when shifted. */
const MIN_OVERLAP = 0.35;

/**
 * Detects a short film played in a loop. The noise of a camera never repeats; a replay repeats all of it, frame by
 * frame, whatever heart and head do. So the autocorrelation of everything faster than those, with a flattened spectrum
 * (after the phase transform of Knapp & Carter 1976, doi:10.1109/TASSP.1976.1162830), is searched for a single peak. A
 * loop that was filmed from a screen is not detected: the second camera's own noise masks it.
 * @param used frames that were measured, ascending.
 * @returns the length of the loop, s; NaN when there is none.
 */
export function loopSeconds(frames: FrameSeries, used: Uint32Array): number {
  const places = framePlaces(frames.timeMs, used);
  if (places === null || places.rate / 2 <= NOISE_FROM_HZ) return Number.NaN;
  const { length, rate } = places;
  const power = noisePower(coloursOf(frames), used, places);
  if (power === null) return Number.NaN;
  return strongest(correlationOf(flattened(power, rate), overlap(used, places)), length, rate);
}

/** No camera is faster, frames/s: times closer together are forged, and would cause a lot of work. */
const MAX_RATE = 250;

/** Positions of frames on a uniform count that includes lost ones. */
interface Places {
  /** Of each used frame. */
  readonly at: Uint32Array;
  readonly length: number;
  /** Frames/s. */
  readonly rate: number;
}

/** Numbers frames by their times, so that a lost frame leaves a gap and jitter has no effect. */
function framePlaces(timeMs: Float64Array, used: Uint32Array): Places | null {
  const start = timeMs[used[0] ?? 0] ?? 0;
  const total = (timeMs[used[used.length - 1] ?? 0] ?? 0) - start;
  const count = Math.round(total / frameStepMs(timeMs, used));
  if (!(count > 0) || count > (MAX_RATE * total) / 1000) return null;
  const step = total / count;
  const at = new Uint32Array(used.length);
  for (let k = 0; k < at.length; k++) {
    at[k] = Math.round(((timeMs[used[k] ?? 0] ?? 0) - start) / step);
  }
  return { at, length: count + 1, rate: 1000 / step };
}

/** All colours of skin and background; for the parts of the face, which share the skin's pixels, green alone. */
function coloursOf({ background, regions }: FrameSeries): Float32Array[] {
  return [
    ...channelsOf(background),
    ...REGION_IDS.flatMap((id) => {
      const region = regions[id];
      if (region === undefined) return [];
      return id === 'skin' || regions.skin === undefined ? channelsOf(region) : [region.green];
    }),
  ];
}

function channelsOf({ red, green, blue }: ColourSeries): Float32Array[] {
  return [red, green, blue];
}

/** Longest lag at which a film overlaps itself enough, frames. */
const longestLag = (length: number): number => Math.floor((1 - MIN_OVERLAP) * length);

/** Transform size for which no lag that is read wraps around to another one. */
const sizeFor = (length: number): number => nextPowerOfTwo(length + longestLag(length) + BESIDE[1]);

/** Sum of the power spectra of the noise of all series; null where there is no noise. */
function noisePower(
  series: readonly Float32Array[],
  used: Uint32Array,
  places: Places,
): Float64Array | null {
  const { length } = places;
  const power = zeros(sizeFor(length));
  const placed = zeros(length);
  // Two series share a transform.
  const [first, second] = [zeros(length), zeros(length)];
  let found = 0;
  for (const values of series) {
    if (!putNoise(values, used, places, placed, found % 2 === 0 ? first : second)) continue;
    found += 1;
    if (found % 2 === 0) addPower(power, first, second);
  }
  if (found % 2 === 1) addPower(power, first, undefined);
  return found === 0 ? null : power;
}

/**
 * Clipped second differences, in units of the clipping limit; 0 where a frame is missing.
 * @param placed is overwritten. @returns whether there is any noise.
 */
function putNoise(
  values: Float32Array,
  used: Uint32Array,
  { at, length }: Places,
  placed: Float64Array,
  bends: Float64Array,
): boolean {
  placed.fill(Number.NaN);
  for (let k = 0; k < used.length; k++) {
    placed[at[k] ?? 0] = values[used[k] ?? 0] ?? Number.NaN;
  }
  bends[0] = Number.NaN;
  bends[length - 1] = Number.NaN;
  for (let i = 1; i < length - 1; i++) {
    bends[i] = (placed[i - 1] ?? 0) - 2 * (placed[i] ?? 0) + (placed[i + 1] ?? 0);
  }
  const some = zeros(Math.ceil(length / SAMPLED));
  for (let k = 0; k < some.length; k++) some[k] = Math.abs(bends[k * SAMPLED] ?? Number.NaN);
  const limit = CLIP * 1.4826 * median(some);
  if (!(limit > 0)) return false;
  const unit = 1 / limit;
  for (let i = 0; i < length; i++) {
    const bend = (bends[i] ?? 0) * unit;
    // Noise makes branches unpredictable: this has none.
    const clipped = (Math.abs(bend + 1) - Math.abs(bend - 1)) / 2;
    bends[i] = Number.isNaN(clipped) ? 0 : clipped;
  }
  return true;
}

/**
 * The power spectrum whose correlation is, for each lag, the share of measured frames with another one that much later.
 */
function overlap(used: Uint32Array, { at, length }: Places): Float64Array {
  const measured = zeros(length);
  // A second difference needs its neighbours too.
  for (let k = 1; k < used.length - 1; k++) {
    const here = at[k] ?? 0;
    if (at[k - 1] === here - 1 && at[k + 1] === here + 1) measured[here] = 1;
  }
  const power = zeros(sizeFor(length));
  addPower(power, measured, undefined);
  return power;
}

/** Adds `|a + ib|^2` of each frequency; +f and -f together are twice the powers of both series. */
function addPower(
  power: Float64Array,
  first: Float64Array,
  second: Float64Array | undefined,
): void {
  const plan = fftPlan(power.length);
  plan.transform(first, second);
  const { re, im } = plan;
  for (let k = 0; k < power.length; k++) {
    const r = re[k] ?? 0;
    const i = im[k] ?? 0;
    power[k] = (power[k] ?? 0) + r * r + i * i;
  }
}

/** Lower limit of the assumed overlap of a film with itself. */
const MIN_SHARE = 0.05;

/**
 * The correlation by lag for an even power spectrum, divided by that of the measured frames; entry 0 is 1, or all are
 * 0. Even powers have real transforms, so both share one.
 */
function correlationOf(power: Float64Array, measured: Float64Array): Float64Array {
  const plan = fftPlan(power.length);
  plan.transform(power, measured);
  const { re, im } = plan;
  const whole = re[0] ?? 0;
  const all = im[0] ?? 0;
  const out = zeros(power.length);
  if (!(whole > 0)) return out;
  for (let lag = 0; lag < out.length; lag++) {
    const share = all > 0 ? (im[lag] ?? 0) / all : 0;
    out[lag] = (re[lag] ?? 0) / whole / Math.max(MIN_SHARE, share);
  }
  return out;
}

/** The power above the slow part, flattened and even, so that slow components do not contribute to its correlation. */
function flattened(power: Float64Array, rate: number): Float64Array {
  const size = power.length;
  const binHz = rate / size;
  const half = zeros(size / 2 + 1);
  for (let k = 0; k < half.length; k++) {
    half[k] = (power[k] ?? 0) + (power[(size - k) % size] ?? 0);
  }
  const from = Math.ceil(NOISE_FROM_HZ / binHz);
  const reach = Math.round(FLATTEN_HZ / binHz);
  const sums = runningSums(half);
  const flat = zeros(size);
  for (let k = from; k < half.length; k++) {
    const low = Math.max(from, k - reach);
    const high = Math.min(half.length, k + reach + 1);
    const level = ((sums[high] ?? 0) - (sums[low] ?? 0)) / (high - low);
    const value = level > 0 ? (half[k] ?? 0) / level : 0;
    flat[k] = value;
    flat[(size - k) % size] = value;
  }
  return flat;
}

/** Chooses the lag with the most significant correlation, alone or with its multiples. */
function strongest(correlation: Float64Array, length: number, rate: number): number {
  const longest = Math.min(Math.round(LONGEST_LOOP_S * rate), length >> 1);
  const reach = longestLag(length);
  const chance = 1 / Math.sqrt(2 * (rate / 2 - NOISE_FROM_HZ) * MIN_OVERLAP * (length / rate));
  let best = Number.NaN;
  let surest = 0;
  const consider = (lag: number, count: number): void => {
    const found = meanAt(correlation, lag, 0, count);
    const least = Math.max(
      count === 1 ? LEAST : MIN_OF_MANY,
      (CHANCE_DEVIATIONS * chance) / Math.sqrt(count),
    );
    if (found / least <= surest || isBeside(correlation, lag, count, BESIDE_SHARE * found)) return;
    surest = found / least;
    best = surest >= 1 ? lag / rate : Number.NaN;
  };
  for (let lag = Math.ceil(SHORTEST_LOOP_S * rate); lag <= longest; lag++) {
    const times = Math.floor(reach / lag);
    consider(lag, 1);
    if (times >= MANY) consider(lag, times);
  }
  return best;
}

/** Mean correlation at the multiples of a lag, each offset by `off`. */
function meanAt(correlation: Float64Array, lag: number, off: number, count: number): number {
  let sum = 0;
  for (let k = 1; k <= count; k++) sum += correlation[k * lag + off] ?? 0;
  return sum / count;
}

/** Whether slightly shorter or longer lags have more than this mean correlation. */
function isBeside(correlation: Float64Array, lag: number, count: number, most: number): boolean {
  const [nearest, farthest] = BESIDE;
  for (let off: number = nearest; off <= farthest; off++) {
    if (meanAt(correlation, lag, -off, count) > most) return true;
    if (meanAt(correlation, lag, off, count) > most) return true;
  }
  return false;
}
