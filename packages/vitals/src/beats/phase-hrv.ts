// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import { linearlyDetrended } from '../signal/detrend.ts';
import { plus } from '../signal/elementwise.ts';
import { mean } from '../signal/statistics.ts';
import { MIN_INTERVALS, type Between, type Intervals } from './intervals.ts';
import { MIN_ACCEPTED_SHARE } from './rhythm.ts';
import { rmssd as rmssdOf, sdnn as sdnnOf } from './variability.ts';
import { cosines } from './cosines.ts';
import { spreadOf, type IntervalBand, type SeenIntervals, type Stated } from './spread.ts';
import { trackOf, type Track, type TrackInput } from './track.ts';

/**
 * Variability from the phase of the pulse wave instead of from single upslopes: a beat is a whole turn of the
 * fundamental, taken from a narrow band around the path of the rate. A rise or fall of the rate during the recording is
 * part of SDNN, as in the definition of the Task Force (1996, doi:10.1161/01.CIR.93.5.1043).
 */
export interface PhaseHrv {
  /** Inter-beat intervals, scaled to the spread that SDNN states, ms. */
  readonly intervalsMs: Float64Array;
  /** Standard deviation of the intervals, ms. */
  readonly sdnn: Stated;
  /** Root mean square of successive differences, ms. */
  readonly rmssd: Stated;
}

export interface PhaseHrvInput extends TrackInput {
  /** Whether the wave was measured throughout between two times, s. */
  readonly measured: Between;
  /** Intervals between single beats of the same wave. */
  readonly beats: Intervals;
}

/** Largest share of intervals with missing frames. */
const MAX_MISSING = 0.15;
/** Intervals are taken from this many points of each turn to the same points of the next. */
const POINTS = 4;
/** The filters need this much of the wave before and after, s. */
const END_S = 0.5;
/** Width of the bands into which coefficients are grouped, Hz. */
const BAND_HZ = 1 / 30;
/**
 * Below the first, the pulse's amplitude also changes with slow waves, between them with breathing, and above the
 * second with neither, Hz.
 */
const LOW_FROM_HZ = 0.07;
const LOW_TO_HZ = 0.35;
/** Lower share of the slow changes that is used: the highest ones are due to breathing. */
const TRIMMED_SHARE = 0.6;
/** Mean of the lower 60 % of squares of normal deviates. */
const TRIMMED_MEAN = 0.2144;
/** The excess of slow noise is full below the first and zero above the second, Hz. */
const SLOW_HZ = 0.25;
const FAST_HZ = 0.5;
/**
 * Leakage of noise at the ends of the recording into every coefficient, proportional to points per turn over intervals.
 */
const END_LEAK = 0.9;

/** Null where the phase cannot be followed, or too little of the wave was measured. */
export function phaseHrv(input: PhaseHrvInput): PhaseHrv | null {
  const { wave, rate, measured } = input;
  const track = trackOf(input);
  const end = Math.round(END_S * rate);
  const at = quarters(track, end, wave.length - 1 - end);
  const count = at.length - POINTS;
  if (count < POINTS * MIN_INTERVALS) return null;
  const timesS = zeros(at.length);
  for (let k = 0; k < timesS.length; k++) timesS[k] = beatAt(track, at[k] ?? 0) / rate;
  const ms = zeros(count);
  const ripple = zeros(count);
  let whole = 0;
  for (let k = 0; k < count; k++) {
    const fromS = timesS[k] ?? 0;
    const toS = timesS[k + POINTS] ?? 0;
    ms[k] = 1000 * (toS - fromS);
    ripple[k] = between(track.ripple, at[k] ?? 0);
    if (measured(fromS, toS)) whole += 1;
  }
  if (!ms.every(Number.isFinite)) return null;
  if (whole < (1 - MAX_MISSING) * count) return null;
  const seen = seenIntervals(track, ms, ripple);
  if (!seen.bands.every(({ power, noise }) => power > 0 && noise > 0)) return null;
  const found = spreadOf(seen);
  const isSteady = input.path.every((hz) => hz === input.path[0]);
  const fromBeatToBeat = isSteady ? found : spreadOf(seenIntervals(track, level(ms), ripple));
  const sdnn = doubted(found.sdnn, input.beats, sdnnOf);
  const rmssd = doubted(fromBeatToBeat.rmssd, input.beats, rmssdOf);
  return {
    intervalsMs: spreadAs(
      ms.filter((_, k) => k % POINTS === 0),
      sdnn.value,
    ),
    sdnn,
    rmssd,
  };
}

/**
 * Without the straight line of a changing rate: a heart as variable as that would also vary from beat to beat, so noise
 * would count as RMSSD. The line's own successive differences are negligible.
 */
function level(ms: Float64Array): Float64Array {
  return plus(linearlyDetrended(ms), mean(ms));
}

/**
 * Noise makes single beats scatter more, never less, so any excess of the phase's variability over theirs came from a
 * disturbance of the wave: it counts as uncertainty.
 */
function doubted(
  { value, deviation }: Stated,
  beats: Intervals,
  scatter: (beats: Intervals) => number,
): Stated {
  if (beats.acceptedShare < MIN_ACCEPTED_SHARE) return { value, deviation };
  return { value, deviation: Math.hypot(deviation, Math.max(0, value - scatter(beats))) };
}

/** Positions, in samples, at which a track passes the quarters of its turns. */
function quarters({ smooth }: Track, first: number, last: number): Float64Array {
  const places: number[] = [];
  let next = Math.ceil((smooth[first] ?? 0) * POINTS);
  for (let i = first + 1; i <= last; i++) {
    const here = (smooth[i] ?? 0) * POINTS;
    const before = (smooth[i - 1] ?? 0) * POINTS;
    for (; here >= next; next++) places.push(i - (here - next) / (here - before));
  }
  return Float64Array.from(places);
}

/** Where the turns including their fast modulation reach the value that the smooth ones have at a position, samples. */
function beatAt({ smooth, rest }: Track, place: number): number {
  const i = Math.max(1, Math.min(smooth.length - 2, Math.round(place)));
  const turnsPerSample = ((smooth[i + 1] ?? 0) - (smooth[i - 1] ?? 0)) / 2;
  return place - between(rest, place) / turnsPerSample;
}

function between(values: Float64Array, at: number): number {
  const i = Math.floor(at);
  const share = at - i;
  return (1 - share) * (values[i] ?? 0) + share * (values[i + 1] ?? 0);
}

function spreadAs(ms: Float64Array, deviation: number): Float64Array {
  const centre = mean(ms);
  const square = mean(ms.map((one) => (one - centre) ** 2));
  const scale = square > 0 ? deviation / Math.sqrt(square) : 0;
  return ms.map((one) => centre + scale * (one - centre));
}

/** Intervals by frequency, with the noise that the pulse's amplitude shows at the same frequencies. */
function seenIntervals(track: Track, ms: Float64Array, ripple: Float64Array): SeenIntervals {
  const count = ms.length;
  const meanMs = mean(ms);
  const stepCycles = POINTS / (2 * count);
  const stepHz = (1000 * stepCycles) / meanMs;
  const together = Math.max(1, Math.round(BAND_HZ / stepHz));
  const size = together * Math.floor(track.reachHz / stepHz / together);
  const power = cosines(ms, size).map((one) => one * one);
  const noises = cosines(ripple, size).map(
    (one, k) => (one * meanMs) ** 2 / track.noiseGain((k + 1) * stepHz),
  );
  const fast = noises.filter((_, k) => (k + 1) * stepHz >= LOW_TO_HZ);
  const slow = noises.filter((_, k) => {
    const hz = (k + 1) * stepHz;
    return hz >= LOW_FROM_HZ && hz < LOW_TO_HZ;
  });
  const height = mean(fast);
  const excess = Math.max(1, trimmedMean(slow) / height);
  const noiseAt = (hz: number, cycles: number, raised: number): number => {
    const half = Math.PI * cycles;
    const slowness = Math.max(0, Math.min(1, (FAST_HZ - hz) / (FAST_HZ - SLOW_HZ)));
    const leak = ((END_LEAK * 4 * POINTS) / count) * (Math.sin(half) / half) ** 2;
    // Differences of noise from turn to turn, and its leakage from the ends.
    return height * raised ** slowness * (track.noiseGain(hz) * 4 * Math.sin(half) ** 2 + leak);
  };
  const bands = Array.from({ length: size / together }, (_, b): IntervalBand => {
    const middle = b * together + (together + 1) / 2;
    const [cycles, hz] = [middle * stepCycles, middle * stepHz];
    return {
      cycles,
      hz,
      size: together,
      power: together * mean(power, b * together, (b + 1) * together),
      gain: track.gain(hz),
      noise: noiseAt(hz, cycles, 1),
      slowNoise: noiseAt(hz, cycles, excess),
    };
  });
  return { bands, count, perBeat: POINTS, noiseCount: fast.length, meanMs };
}

/** Estimates the mean of squares of normal deviates from the mean of their lower part. */
function trimmedMean(squares: Float64Array): number {
  const kept = squares
    .slice()
    .sort()
    .subarray(0, Math.ceil(TRIMMED_SHARE * squares.length));
  return kept.length > 0 ? mean(kept) / TRIMMED_MEAN : 0;
}
