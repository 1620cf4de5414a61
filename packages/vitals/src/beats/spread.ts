// SPDX-License-Identifier: Apache-2.0
import { kernels, type ModelSearch } from '../kernels/kernels.ts';
import { multiply } from '../signal/elementwise.ts';
import { copyOf, integers, zeros } from '../signal/scratch.ts';

/** A value and its standard deviation. */
export interface Stated {
  readonly value: number;
  readonly deviation: number;
}

/** Neighbouring coefficients of the cosine transform of a heart's intervals. */
export interface IntervalBand {
  /** Mean frequency of the band, cycles a beat, and the same in Hz. */
  readonly cycles: number;
  readonly hz: number;
  /** Coefficients in the band, and the sum of their squares, ms². */
  readonly size: number;
  readonly power: number;
  /** Share of the modulation's power that is observed. */
  readonly gain: number;
  /** Expected square of a coefficient of noise alone, ms². */
  readonly noise: number;
  /** The same if the slow changes of the pulse's amplitude are noise too, ms². */
  readonly slowNoise: number;
}

/** Inter-beat intervals as observed through noise. */
export interface SeenIntervals {
  readonly bands: readonly IntervalBand[];
  /** Number of transformed intervals, and number of them that begin within one beat. */
  readonly count: number;
  readonly perBeat: number;
  /** Number of squares that the noise level was estimated from. */
  readonly noiseCount: number;
  /** Mean interval, ms. */
  readonly meanMs: number;
}

/**
 * A variability is given up to this deviation, ms, and up to this share of itself: beyond it, more than half of its
 * square is noise.
 */
const MAX_DEVIATION_MS = 15;
const MAX_SHARE = 0.7;

/** Whether a variability in ms is known well enough to be given. */
export function isReportable({ value, deviation }: Stated): boolean {
  return deviation <= MAX_DEVIATION_MS && deviation <= MAX_SHARE * value;
}

/** SDNN and RMSSD of the heart itself, ms. */
export interface Spread {
  readonly sdnn: Stated;
  readonly rmssd: Stated;
}

/** Slow waves of the heart rate fall off above this frequency, Hz (Task Force 1996, doi:10.1161/01.CIR.93.5.1043). */
const SLOW_HZ = 0.1;
/** Candidate frequencies of the breathing line, and its standard deviation, Hz. */
const BREATHS_HZ = Array.from({ length: 11 }, (_, i) => 0.12 + 0.035 * i);
const BREATH_WIDTH_HZ = 0.02;
/** Candidate shares of the variance that change from beat to beat, and of breathing in the rest of it. */
const JITTERS = [0.04, 0.2, 0.45];
const BREATH_SHARES = [0.1, 0.5, 0.92];
/** Candidate deviations of the intervals, as shares of the mean interval. */
const DEVIATIONS = Array.from({ length: 13 }, (_, i) => 0.0015 * 1.5 ** i);
/** Prior for people at rest, and its logarithmic width: wide. */
const USUAL_DEVIATION = 0.03;
const USUAL_WIDTH = 1;
/** Prior log probability of each deviation. */
const EXPECTED = DEVIATIONS.map(
  (deviation) => -0.5 * (Math.log(deviation / USUAL_DEVIATION) / USUAL_WIDTH) ** 2,
);
/** Candidate noise levels, as multiples of the estimated one. */
const NOISES = [0.6, 0.85, 1.2, 1.7];
/** Prior odds that slow changes of the pulse's amplitude are noise and not breathing. */
const SLOW_ODDS = 0.12;
/** Models less likely than the best by more than this are left out, logarithmic. */
const NEGLIGIBLE = 5;
/** Mean squared gain of successive differences above the observed frequencies. */
const FAST_DIFFERENCE = 3;
/**
 * Uncertainty that the models do not cover: determined on synthetic hearts and on intervals of real ones under noise.
 */
const MODEL_FACTOR = 1.1;
const MODEL_SHARE = 0.08;
/** Of 46 synthetic hearts with less than 12 ms, 93 % lie within two deviations without it and 96 % with it. */
const MODEL_MS = 1.5;

/** How a variance of 1 is distributed over the bands. */
interface Shape {
  /** Of one coefficient, by band. */
  readonly variance: Float64Array;
  /** Share outside the bands. */
  readonly beyond: number;
}

/** One explanation of the observed bands. */
interface Model {
  readonly logOdds: number;
  readonly shape: Shape;
  /** Of the intervals, in units. */
  readonly variance: number;
  /** Of one coefficient of noise, by band, in units. */
  readonly noise: Float64Array;
}

/**
 * SDNN and RMSSD of intervals observed through noise, with their uncertainty. Every mixture of slow waves, a breathing
 * line and change from beat to beat, of every size, is weighted by how well it explains the bands together with the
 * noise (Whittle 1953, doi:10.1007/BF02590998); each gives the heart's share of every band (Wiener), and their mean and
 * spread are the value and its deviation. Noise is thus removed and not counted as variability.
 * @param seen at least one band.
 */
export function spreadOf(seen: SeenIntervals): Spread {
  const models = likelyModels(seen);
  const best = models.reduce((most, { logOdds }) => Math.max(most, logOdds), -Infinity);
  const unit = unitOf(seen);
  const observed = observedOf(seen, unit);
  const sums = { weight: 0, sdnn: 0, sdnnSquare: 0, rmssd: 0, rmssdSquare: 0 };
  for (const model of models) {
    const weight = Math.exp(model.logOdds - best);
    const { variance, open, difference, differenceOpen } = explained(observed, model);
    sums.weight += weight;
    sums.sdnn += weight * Math.sqrt(variance);
    sums.sdnnSquare += weight * (variance + open / (4 * variance));
    sums.rmssd += weight * Math.sqrt(difference);
    sums.rmssdSquare += weight * (difference + differenceOpen / (4 * difference));
  }
  const ms = Math.sqrt(unit);
  return {
    sdnn: stated(ms, sums.sdnn / sums.weight, sums.sdnnSquare / sums.weight),
    rmssd: stated(ms, sums.rmssd / sums.weight, sums.rmssdSquare / sums.weight),
  };
}

function stated(ms: number, mean: number, square: number): Stated {
  const deviation = MODEL_FACTOR * Math.sqrt(Math.max(0, square - mean * mean));
  const value = ms * mean;
  return { value, deviation: Math.hypot(ms * deviation, MODEL_SHARE * value, MODEL_MS) };
}

/** Scale that keeps the products of many variances within the range of a number, ms². */
function unitOf({ meanMs }: SeenIntervals): number {
  return 1e-3 * meanMs * meanMs;
}

/** What the models are made of: each shape with each noise level and each variance. */
interface Candidates {
  readonly shapes: readonly Shape[];
  readonly noises: readonly Noise[];
  /** Of the intervals, in units, ascending. */
  readonly variances: readonly number[];
}

/** The models that explain the bands nearly as well as the best of them. */
function likelyModels(seen: SeenIntervals): Model[] {
  const unit = unitOf(seen);
  const candidates: Candidates = {
    shapes: shapesOf(seen),
    noises: noisesOf(seen, unit),
    variances: DEVIATIONS.map((deviation) => (deviation * seen.meanMs) ** 2 / unit),
  };
  const { count, logOdds, index } = meet(candidates, seen.bands, unit);
  let best = -Infinity;
  for (let m = 0; m < count; m++) best = Math.max(best, logOdds[m] ?? best);
  const models: Model[] = [];
  for (let m = 0; m < count; m++) {
    const odds = logOdds[m] ?? -Infinity;
    if (odds >= best - NEGLIGIBLE) models.push(modelOf(candidates, index[m] ?? 0, odds));
  }
  return models;
}

function modelOf({ shapes, noises, variances }: Candidates, index: number, logOdds: number): Model {
  const level = Math.floor(index / variances.length);
  const shape = shapes[Math.floor(level / noises.length)];
  const noise = noises[level % noises.length]?.noise;
  const variance = variances[index % variances.length];
  if (shape === undefined || noise === undefined || variance === undefined) {
    throw new RangeError('There is no such model.');
  }
  return { logOdds, shape, variance, noise };
}

/** Models that the search has met: the likely ones, and some that were met before a better one. */
interface Met {
  readonly count: number;
  readonly logOdds: Float64Array;
  readonly index: Int32Array;
}

/** Rows of as many bands, one after another. @param padding of a row. */
function rowsOf(count: number, bands: number, padding: number): Float64Array[] {
  const all = zeros(count * bands).fill(padding);
  return Array.from({ length: count }, (_, k) => all.subarray(k * bands, (k + 1) * bands));
}

function meet(
  { shapes, noises, variances }: Candidates,
  bands: readonly IntervalBand[],
  unit: number,
): Met {
  const padded = Math.ceil(bands.length / 4) * 4;
  // A band of the padding fits every model equally.
  const power = zeros(padded);
  const passed = rowsOf(shapes.length, padded, 0);
  const noiseRows = rowsOf(noises.length, padded, 1);
  bands.forEach(({ power: ms2 }, k) => {
    power[k] = ms2 / unit;
  });
  const gains = Float64Array.from(bands, ({ gain }) => gain);
  for (const [s, row] of passed.entries()) {
    row.set(shapes[s]?.variance ?? []);
    multiply(row, gains);
  }
  for (const [n, row] of noiseRows.entries()) row.set(noises[n]?.noise ?? []);
  const most = shapes.length * noises.length * variances.length;
  const searched: ModelSearch = {
    ...{ power, size: bands[0]?.size ?? 1, passed, noises: noiseRows },
    known: copyOf(noises.map(({ known }) => known)),
    expected: copyOf(EXPECTED),
    variances: copyOf(variances),
    summits: integers(noises.length).fill(variances.length >> 1),
    negligible: NEGLIGIBLE,
  };
  const logOdds = zeros(most);
  const index = integers(most);
  const count = kernels()?.explain(searched, logOdds, index) ?? search(searched, logOdds, index);
  return { count, logOdds, index };
}

/** Searches for likely models. @returns their number. */
function search(searched: ModelSearch, logOdds: Float64Array, index: Int32Array): number {
  const { passed, noises, known, expected, variances, summits, negligible } = searched;
  let count = 0;
  let best = -Infinity;
  for (const [s, shape] of passed.entries()) {
    for (const [n, noise] of noises.entries()) {
      const start = summits[n] ?? 0;
      let highest = -Infinity;
      // From there in both directions, as long as it rises or is likely.
      for (let step = 1; step >= -1; step -= 2) {
        let before = -Infinity;
        for (let i = step === 1 ? start : start - 1; i >= 0 && i < variances.length; i += step) {
          const fit = likelihood(searched, shape, noise, variances[i] ?? 0);
          const odds = (expected[i] ?? 0) + (known[n] ?? 0) + fit;
          if (odds > highest) {
            highest = odds;
            summits[n] = i;
          }
          if (odds >= best - negligible) {
            best = Math.max(best, odds);
            logOdds[count] = odds;
            index[count] = (s * noises.length + n) * variances.length + i;
            count += 1;
          } else if (odds < before) {
            break;
          }
          before = odds;
        }
      }
    }
  }
  return count;
}

/** Log likelihood of the bands' power, two pairs of bands at a time: divisions dominate the run time here. */
function likelihood(
  { power, size }: ModelSearch,
  passed: Float64Array,
  noise: Float64Array,
  variance: number,
): number {
  const half = power.length / 2;
  const expectedAt = (k: number): number => variance * (passed[k] ?? 0) + (noise[k] ?? 0);
  /** Product and sum over every second pair. */
  const over = (from: 0 | 1): { product: number; sum: number } => {
    let [product, sum] = [1, 0];
    for (let k = from; k < half; k += 2) {
      const [one, next] = [expectedAt(k), expectedAt(k + half)];
      const both = one * next;
      product *= both;
      sum += ((power[k] ?? 0) * next + (power[k + half] ?? 0) * one) / both;
    }
    return { product, sum };
  };
  const [some, others] = [over(0), over(1)];
  return -0.5 * (size * Math.log(some.product * others.product) + (some.sum + others.sum));
}

interface Noise {
  readonly noise: Float64Array;
  /** Log prior odds of this level. */
  readonly known: number;
}

/** Candidate noise levels, with and without the pulse's slow changes of amplitude. */
function noisesOf({ bands, noiseCount }: SeenIntervals, unit: number): Noise[] {
  const scaled = (of: (band: IntervalBand) => number, logOdds: number): Noise[] =>
    NOISES.map((factor) => ({
      noise: Float64Array.from(bands, (band) => (factor * of(band)) / unit),
      known: logOdds - (noiseCount / 2) * (Math.log(factor) + 1 / factor),
    }));
  const even = scaled(({ noise }) => noise, 0);
  if (bands.every(({ noise, slowNoise }) => slowNoise <= noise)) return even;
  return [...even, ...scaled(({ slowNoise }) => slowNoise, Math.log(SLOW_ODDS))];
}

function shapesOf({ bands, count, perBeat }: SeenIntervals): Shape[] {
  const hzPerCycle = (bands[0]?.hz ?? 1) / (bands[0]?.cycles ?? 1);
  const step = perBeat / (2 * count);
  /** A density scaled so that its sum over all coefficients is their number, by band. */
  const scaled = (density: (hz: number) => number): Float64Array => {
    let total = 0;
    for (let cycles = step; cycles <= 0.5; cycles += step) total += density(cycles * hzPerCycle);
    return Float64Array.from(bands, ({ cycles, hz }) =>
      cycles <= 0.5 ? (count * density(hz)) / total : 0,
    );
  };
  const slow = scaled((hz) => 1 / (1 + (hz / SLOW_HZ) ** 2));
  const jitter = scaled(() => 1);
  return BREATHS_HZ.flatMap((breathHz) => {
    const breath = scaled((hz) => Math.exp(-0.5 * ((hz - breathHz) / BREATH_WIDTH_HZ) ** 2));
    return JITTERS.flatMap((jitterShare) =>
      BREATH_SHARES.map((share) => {
        const variance = zeros(bands.length);
        let within = 0;
        for (let k = 0; k < variance.length; k++) {
          const even = (1 - share) * (slow[k] ?? 0) + share * (breath[k] ?? 0);
          const one = (1 - jitterShare) * even + jitterShare * (jitter[k] ?? 0);
          variance[k] = one;
          within += (bands[k]?.size ?? 0) * one;
        }
        return { variance, beyond: Math.max(0, 1 - within / count) };
      }),
    );
  });
}

/** The bands as columns, in units. */
interface Observed {
  readonly sizes: Float64Array;
  /** Inverse shares of the modulation's power that are observed. */
  readonly restored: Float64Array;
  /** Sum of the squares, corrected for that share. */
  readonly powers: Float64Array;
  /** Gain of successive differences. */
  readonly gained: Float64Array;
  readonly count: number;
}

function observedOf({ bands, count }: SeenIntervals, unit: number): Observed {
  return {
    sizes: Float64Array.from(bands, ({ size }) => size),
    restored: Float64Array.from(bands, ({ gain }) => 1 / gain),
    powers: Float64Array.from(bands, ({ power, gain }) => power / (gain * unit)),
    gained: Float64Array.from(bands, ({ cycles }) => 4 * Math.sin(Math.PI * cycles) ** 2),
    count,
  };
}

/** A model's explanation of the bands, in units: the heart's variances, and the uncertainty of each as a variance. */
interface Explained {
  readonly variance: number;
  readonly open: number;
  readonly difference: number;
  readonly differenceOpen: number;
}

function explained(
  { sizes, restored, powers, gained, count }: Observed,
  { variance: whole, shape, noise: levels }: Model,
): Explained {
  const outside = whole * shape.beyond;
  let variance = 0;
  let open = 0;
  let difference = 0;
  let differenceOpen = 0;
  for (let k = 0; k < sizes.length; k++) {
    const heart = whole * (shape.variance[k] ?? 0);
    const noise = (levels[k] ?? 0) * (restored[k] ?? 0);
    const share = heart / (heart + noise);
    const known = share * share * (powers[k] ?? 0);
    const left = share * noise;
    const ofSize = (sizes[k] ?? 0) * left;
    const sum = known + ofSize;
    const square = 2 * left * (ofSize + 2 * known);
    const factor = gained[k] ?? 0;
    variance += sum;
    open += square;
    difference += factor * sum;
    differenceOpen += factor * factor * square;
  }
  return {
    variance: outside + variance / count,
    open: open / (count * count),
    difference: outside * FAST_DIFFERENCE + difference / count,
    differenceOpen: differenceOpen / (count * count),
  };
}
