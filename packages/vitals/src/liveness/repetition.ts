// SPDX-License-Identifier: Apache-2.0
import type { ColourSeries, FrameSeries } from '@perfuse/contract/payload/chunk';
import { REGION_IDS } from '@perfuse/contract/payload/regions';
import { fftPlan, nextPowerOfTwo } from '../signal/fft.ts';
import { median } from '../signal/median.ts';

/** Loops of these lengths are looked for, s; the longer ones only when they are seen twice. */
const SHORTEST_LOOP_S = 1;
const LONGEST_LOOP_S = 15;
/** Above this lies the noise of the sensor alone: pulse, breath, head and light are slower, Hz. */
const NOISE_FROM_HZ = 5;
/** Half width over which the noise's spectrum is flattened, Hz: lines of flicker then weigh no more than noise. */
const FLATTEN_HZ = 0.5;
/** Noise counts up to so many deviations: the jumps of a coder's key frames come evenly in living films too. */
const CLIP = 1;
/** The usual size of the noise is told from every so many frames. */
const SAMPLED = 4;
/** Least correlation of the noise with itself a loop later; at three times of the loop or more, their mean. */
const LEAST = 0.36;
const LEAST_OF_MANY = 0.25;
const MANY = 3;
/** Chance gives no more than so many deviations. */
const CHANCE_DEVIATIONS = 6;
/** A rhythm repeats at many distances, a loop at one: lags this near to it are compared, frames. */
const BESIDE = [5, 25] as const;
const BESIDE_SHARE = 0.5;
/** Share of a film that must overlap itself when shifted. */
const LEAST_OVERLAP = 0.35;

/** How far the fast noise of a film repeats itself. */
export interface Repetition {
  /** Length of the loop, s; NaN when there is none. */
  readonly loopS: number;
  /** Correlation of the noise with itself that much later, 0..1. */
  readonly correlation: number;
}

const NONE: Repetition = { loopS: Number.NaN, correlation: 0 };

/**
 * Looks for a short film played again and again. The noise of a camera never comes twice; a replay brings the whole
 * of it back, frame by frame, whatever heart and head do in it. So the autocorrelation of what is faster than life,
 * its spectrum flattened (after the phase transform of Knapp & Carter 1976, doi:10.1109/TASSP.1976.1162830), is
 * searched for a single peak. A loop that was filmed from a screen hides under the second camera's own noise.
 * @param used frames that were measured, ascending.
 */
export function repetitionOf(frames: FrameSeries, used: Uint32Array): Repetition {
  const places = framePlaces(frames.timeMs, used);
  if (places === null) return NONE;
  const { at, length, rate } = places;
  const series = coloursOf(frames)
    .map((values) => noiseOf(values, used, at, length))
    .filter((one): one is Float64Array => one !== null);
  if (series.length === 0 || rate / 2 <= NOISE_FROM_HZ) return NONE;
  const together = overlap(used, at, length);
  const correlation = autocorrelation(series, rate);
  for (let lag = 0; lag < correlation.length; lag++) {
    correlation[lag] = (correlation[lag] ?? 0) / (together[lag] ?? 1);
  }
  return strongest(correlation, length, rate);
}

/** Counts frames by their times, so that a lost frame leaves a hole and jitter moves nothing. */
function framePlaces(
  timeMs: Float64Array,
  used: Uint32Array,
): { at: Uint32Array; length: number; rate: number } | null {
  const steps = new Float64Array(Math.max(0, used.length - 1));
  for (let k = 0; k < steps.length; k++) {
    steps[k] = (timeMs[used[k + 1] ?? 0] ?? 0) - (timeMs[used[k] ?? 0] ?? 0);
  }
  const start = timeMs[used[0] ?? 0] ?? 0;
  const total = (timeMs[used[used.length - 1] ?? 0] ?? 0) - start;
  const count = Math.round(total / median(steps));
  if (!(count > 0)) return null;
  const step = total / count;
  const at = used.map((frame) => Math.round(((timeMs[frame] ?? 0) - start) / step));
  return { at, length: count + 1, rate: 1000 / step };
}

/** All colours of skin and background; of the parts of the face, which share the skin's pixels, green alone. */
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

/** Second differences in units of the clipping, clipped; 0 where a frame is missing. Null without any noise. */
function noiseOf(
  values: Float32Array,
  used: Uint32Array,
  at: Uint32Array,
  length: number,
): Float64Array | null {
  const placed = new Float64Array(length).fill(Number.NaN);
  for (let k = 0; k < used.length; k++) {
    placed[at[k] ?? 0] = values[used[k] ?? 0] ?? Number.NaN;
  }
  const bends = new Float64Array(length).fill(Number.NaN);
  for (let i = 1; i < length - 1; i++) {
    bends[i] = (placed[i - 1] ?? 0) - 2 * (placed[i] ?? 0) + (placed[i + 1] ?? 0);
  }
  const some = new Float64Array(Math.ceil(length / SAMPLED));
  for (let k = 0; k < some.length; k++) some[k] = Math.abs(bends[k * SAMPLED] ?? Number.NaN);
  const limit = CLIP * 1.4826 * median(some);
  if (!(limit > 0)) return null;
  for (let i = 0; i < length; i++) {
    const bend = bends[i] ?? Number.NaN;
    bends[i] = Number.isNaN(bend) ? 0 : Math.max(-limit, Math.min(limit, bend)) / limit;
  }
  return bends;
}

/** For each lag the share of the measured frames that have a measured frame so much later; at least a small one. */
function overlap(used: Uint32Array, at: Uint32Array, length: number): Float64Array {
  const size = nextPowerOfTwo(2 * length);
  const measured = new Float64Array(length);
  // A second difference needs its neighbours too.
  for (let k = 1; k < used.length - 1; k++) {
    const here = at[k] ?? 0;
    if (at[k - 1] === here - 1 && at[k + 1] === here + 1) measured[here] = 1;
  }
  const power = new Float64Array(size);
  addPower(power, measured, undefined);
  const shares = correlationOf(power);
  for (let lag = 0; lag < size; lag++) shares[lag] = Math.max(0.05, shares[lag] ?? 0);
  return shares;
}

/** Adds `|a + ib|^2` of each frequency; +f and -f together are twice the powers of both series. */
function addPower(power: Float64Array, first: Float64Array, second?: Float64Array): void {
  const plan = fftPlan(power.length);
  plan.transform(first, second);
  const { re, im } = plan;
  for (let k = 0; k < power.length; k++) {
    const r = re[k] ?? 0;
    const i = im[k] ?? 0;
    power[k] = (power[k] ?? 0) + r * r + i * i;
  }
}

/** The correlation by lag that belongs to an even power spectrum; entry 0 is 1, or all are 0. */
function correlationOf(power: Float64Array): Float64Array {
  const plan = fftPlan(power.length);
  plan.transform(power, undefined);
  const whole = plan.re[0] ?? 0;
  const scale = whole > 0 ? 1 / whole : 0;
  return plan.re.map((one) => one * scale);
}

/** Autocorrelation of the series together, flattened above the slow part; entry 0 is 1. */
function autocorrelation(series: readonly Float64Array[], rate: number): Float64Array {
  const power = new Float64Array(nextPowerOfTwo(2 * (series[0]?.length ?? 1)));
  for (let s = 0; s < series.length; s += 2) {
    addPower(power, series[s] ?? new Float64Array(0), series[s + 1]);
  }
  return correlationOf(flattened(power, rate));
}

function flattened(power: Float64Array, rate: number): Float64Array {
  const size = power.length;
  const binHz = rate / size;
  const half = new Float64Array(size / 2 + 1);
  for (let k = 0; k < half.length; k++) {
    half[k] = (power[k] ?? 0) + (power[(size - k) % size] ?? 0);
  }
  const from = Math.ceil(NOISE_FROM_HZ / binHz);
  const reach = Math.round(FLATTEN_HZ / binHz);
  const sums = new Float64Array(half.length + 1);
  for (let k = 0; k < half.length; k++) sums[k + 1] = (sums[k] ?? 0) + (half[k] ?? 0);
  const flat = new Float64Array(size);
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

/** Chooses the lag whose correlation, alone or with its multiples', is surest. */
function strongest(correlation: Float64Array, length: number, rate: number): Repetition {
  const longest = Math.min(Math.round(LONGEST_LOOP_S * rate), length >> 1);
  const reach = Math.floor((1 - LEAST_OVERLAP) * length);
  const at = (lag: number): number => correlation[lag] ?? 0;
  const chance = 1 / Math.sqrt(2 * (rate / 2 - NOISE_FROM_HZ) * LEAST_OVERLAP * (length / rate));
  let best = NONE;
  let surest = 0;
  for (let lag = Math.ceil(SHORTEST_LOOP_S * rate); lag <= longest; lag++) {
    const times = Math.floor(reach / lag);
    for (const count of times >= MANY ? [1, times] : [1]) {
      const found = meanAt(at, lag, count);
      const least = Math.max(
        count === 1 ? LEAST : LEAST_OF_MANY,
        (CHANCE_DEVIATIONS * chance) / Math.sqrt(count),
      );
      if (found / least <= surest || beside(at, lag, count) > BESIDE_SHARE * found) continue;
      surest = found / least;
      best = { loopS: surest >= 1 ? lag / rate : Number.NaN, correlation: Math.min(1, found) };
    }
  }
  return best;
}

function meanAt(at: (lag: number) => number, lag: number, count: number): number {
  let sum = 0;
  for (let k = 1; k <= count; k++) sum += at(k * lag);
  return sum / count;
}

/** Highest mean correlation of lags a little shorter and longer. */
function beside(at: (lag: number) => number, lag: number, count: number): number {
  let highest = 0;
  const [nearest, farthest] = BESIDE;
  for (let off: number = nearest; off <= farthest; off++) {
    for (const side of [-off, off]) {
      let sum = 0;
      for (let k = 1; k <= count; k++) sum += at(k * lag + side);
      highest = Math.max(highest, sum / count);
    }
  }
  return highest;
}
