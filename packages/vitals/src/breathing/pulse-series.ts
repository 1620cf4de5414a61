// SPDX-License-Identifier: Apache-2.0
import type { Rhythm } from '../beats/rhythm.ts';
import { turnsOf } from '../pulse/path.ts';
import { demodulated, phaseGain, phaseOf, type Demodulated } from '../pulse/phase.ts';
import { linearlyDetrended } from '../signal/detrend.ts';
import { dot, mixed, runningSums, times } from '../signal/elementwise.ts';
import { median } from '../signal/median.ts';
import { powerSpectra, powerWithin, type Spectrum } from '../signal/spectrum.ts';
import { mean } from '../signal/statistics.ts';
import { beatWidths } from './beat-width.ts';
import { BREATHING_RATE, downsampled, interpolated, type BreathingSeries } from './series.ts';

/** The aspects of a pulse that show breathing. */
export interface BreathingPulse {
  readonly rhythm: Rhythm;
  /** Band-passed pulse wave on the recording's grid, from which the beats were read. */
  readonly wave: Float64Array;
  /**
   * The pulse on the same grid, in any unit, by a method that preserves the course of its amplitude and its second
   * harmonic.
   */
  readonly height: Float64Array;
  /** 1 where it was measured. */
  readonly usable: Uint8Array;
  /** Heart frequency at each sample, Hz, above 0. */
  readonly hz: Float64Array;
  /** Slow level of the pulse signal on the same grid (not band-passed); upwards means more blood. */
  readonly baseline: Float64Array;
}

/** Series of a pulse that may show breathing. */
export interface PulseSeries {
  readonly series: readonly BreathingSeries[];
  /**
   * Noise of the wave relative to the total activity of its phase at breathing rates: near 1 and above, the rate's
   * modulation is noise.
   */
  readonly noise: number;
}

/** A series that may be unavailable. */
interface Found extends Pick<BreathingSeries, 'source' | 'ways'> {
  readonly values: Float64Array | null;
  /** Default 1. */
  readonly weight?: number;
}

/**
 * Half width of the band around the heart's frequency whose modulation is followed, Hz: covers most breathing and no
 * more.
 */
const REACH_HZ = 0.45;

/**
 * The pulse's rate, strength, level and width over time. The rate is read both from single beats and from the wave's
 * phase, which is more reliable where single beats can hardly be timed, and the strength from the wave's amplitude.
 * @param rate samples/s of the recording's grid. @param length samples wanted at 5 Hz.
 */
export function pulseSeries(pulse: BreathingPulse, rate: number, length: number): PulseSeries {
  const { height: wave, hz, usable, baseline } = pulse;
  const carrier = turnsOf(hz, rate);
  const near = demodulated(wave, rate, carrier, REACH_HZ);
  const double = demodulated(wave, rate, times(carrier, 2), REACH_HZ);
  const height = sizeOf(near);
  const turns = together(
    { phase: phaseOf(near, usable), size: height },
    { phase: phaseOf(double, usable), size: sizeOf(double) },
  );
  const phase = downsampled(turns, rate, length);
  const plain = ['plain'] as const;
  const differenced = ['differenced'] as const;
  const both = ['plain', 'differenced'] as const;
  const beats = ofBeats(pulse, rate);
  const found: Found[] = [
    { source: 'rifv', ways: both, values: beats.intervals(length) },
    // The differences of a phase are a rate: they count more than its course.
    { source: 'rifv', ways: plain, values: phase },
    { source: 'rifv', ways: differenced, values: phase, weight: 2 },
    // Weighted up: one series, where the rate has four.
    { source: 'riav', ways: plain, values: downsampled(height, rate, length), weight: 1.5 },
    { source: 'riiv', ways: both, values: beats.levels(length) },
    { source: 'riiv', ways: both, values: downsampled(baseline, rate, length) },
    { source: 'riwv', ways: plain, values: beats.widths(length) },
  ];
  return {
    series: found.flatMap(({ weight = 1, values, ...one }) =>
      values === null ? [] : [{ ...one, values, weight }],
    ),
    noise: noiseOf(wave, rate, mean(hz), phase, mean(height)),
  };
}

function sizeOf({ real, imaginary }: Demodulated): Float64Array {
  const out = new Float64Array(real.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.hypot(real[i] ?? 0, imaginary[i] ?? 0);
  return out;
}

interface Line {
  /** Turns of this line itself. */
  readonly phase: Float64Array;
  /** Amplitude at each sample. */
  readonly size: Float64Array;
}

/**
 * Turns of the heart from the fundamental and its second harmonic together, each weighted by the certainty of its
 * phase: in noise that is the same for both, by the square of its amplitude times its order.
 */
function together(fundamental: Line, double: Line): Float64Array {
  const [once, twice] = [
    dot(fundamental.size, fundamental.size),
    4 * dot(double.size, double.size),
  ];
  const share = once + twice > 0 ? twice / (once + twice) : 0;
  return mixed(fundamental.phase, 1 - share, double.phase, share / 2);
}

type OverTime = (length: number) => Float64Array | null;

/** Series from single beats, where they are trusted. */
function ofBeats(
  { rhythm, wave, hz, baseline }: BreathingPulse,
  rate: number,
): Record<'intervals' | 'levels' | 'widths', OverTime> {
  const { beats, intervals, polarity } = rhythm;
  const { timesS } = beats;
  const believed = (k: number): boolean =>
    intervals.accepted[k] === 1 || intervals.accepted[k - 1] === 1;
  const middle = (k: number): number => ((timesS[k] ?? 0) + (timesS[k + 1] ?? 0)) / 2;
  const sample = (s: number): number => Math.floor(s * rate);
  const overIntervals =
    (value: (ms: number, k: number) => number): OverTime =>
    (length) => {
      const kept = Array.from(intervals.ms.keys()).filter((k) => intervals.accepted[k] === 1);
      const values = kept.map((k) => value(intervals.ms[k] ?? 0, k));
      return interpolated(kept.map(middle), values, length);
    };
  const overBeats =
    (values: Float64Array): OverTime =>
    (length) => {
      const kept = Array.from(timesS.keys()).filter(
        (k) => believed(k) && Number.isFinite(values[k] ?? Number.NaN),
      );
      return interpolated(
        kept.map((k) => timesS[k] ?? 0),
        kept.map((k) => values[k] ?? 0),
        length,
      );
    };
  const sum = sumsOf(baseline);
  const upright = polarity === 1 ? wave : times(wave, -1);
  return {
    // Minus the interval of the rate's path: its slow course is not a breath.
    intervals: overIntervals((ms, k) => ms - 1000 / (hz[sample(middle(k))] ?? 1)),
    levels: overIntervals((_, k) => {
      const [from, to] = [rate * (timesS[k] ?? 0), rate * (timesS[k + 1] ?? 0)];
      return (sum(to) - sum(from)) / (to - from);
    }),
    widths: overBeats(beatWidths(upright, rate, beats)),
  };
}

/** Sum of the samples before a position, which may lie between two of them. */
function sumsOf(values: Float64Array): (place: number) => number {
  const sums = runningSums(values);
  return (place) => {
    const i = Math.floor(place);
    return (sums[i] ?? 0) + (place - i) * (values[i] ?? 0);
  };
}

/** Between the pulse and its second harmonic, in multiples of its frequency, there is little but noise. */
const NOISE_FROM = 1.3;
const NOISE_TO = 1.7;
/** Band in which breathing is searched in the phase, Hz. */
const SWING_FROM_HZ = 0.1;
const SWING_TO_HZ = 0.4;
const WAVE_SIZE = 4096;
const SERIES_SIZE = 2048;

/** @param phase turns at 5 Hz. @param height mean amplitude of the demodulated wave. */
function noiseOf(
  wave: Float64Array,
  rate: number,
  hz: number,
  phase: Float64Array,
  height: number,
): number {
  const top = NOISE_TO * hz;
  const floor = floorOf(densityOf(wave, rate, top, WAVE_SIZE), NOISE_FROM * hz, top);
  const swings = densityOf(linearlyDetrended(phase), BREATHING_RATE, SWING_TO_HZ, SERIES_SIZE);
  const seen = (2 * Math.PI) ** 2 * powerWithin(swings, SWING_FROM_HZ, SWING_TO_HZ);
  const passed = new Float64Array(swings.power.length);
  for (let i = 0; i < passed.length; i++) passed[i] = phaseGain(i * swings.binHz, REACH_HZ);
  const gain = powerWithin({ ...swings, power: passed }, SWING_FROM_HZ, SWING_TO_HZ);
  // Half of the noise around the carrier is in quadrature with it and turns the phase.
  return (floor * gain) / (2 * height * height) / seen;
}

/** Mean square per Hz of a series, with a Hann window, whose mean square is 3/8. */
function densityOf(values: Float64Array, rate: number, topHz: number, size: number): Spectrum {
  const [spectrum] = powerSpectra([values], rate, 0, values.length, topHz, size);
  if (spectrum === undefined) return { binHz: rate / size, power: new Float64Array(0) };
  const scale = 2 / (0.375 * values.length * rate);
  return { ...spectrum, power: times(spectrum.power, scale) };
}

/** Mean density of noise from its median, which is not raised by lines; its powers are exponentially distributed. */
function floorOf({ power, binHz }: Spectrum, lowHz: number, highHz: number): number {
  return median(power.subarray(Math.ceil(lowHz / binHz), Math.floor(highHz / binHz))) / Math.LN2;
}
