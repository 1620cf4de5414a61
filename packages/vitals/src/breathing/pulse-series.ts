// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import type { Rhythm } from '../beats/rhythm.ts';
import { turnsOf } from '../pulse/path.ts';
import { carrierAt, demodulated, doubled, phaseOf, type Demodulated } from '../pulse/phase.ts';
import { dot, mixed, runningSums, times } from '../signal/elementwise.ts';
import { beatWidths } from './beat-width.ts';
import { downsampled, interpolated, type BreathingSeries } from './series.ts';
import type { PulseWeights } from './weights.ts';

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
  /** What each of them says about the breath. */
  readonly weights: PulseWeights;
}

/** Null where a series is unavailable. */
type Values = () => Float64Array | null;

interface Found extends Pick<BreathingSeries, 'source' | 'weights'> {
  /** Only computed if it has a weight. */
  readonly values: Values;
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
export function pulseSeries(
  pulse: BreathingPulse,
  rate: number,
  length: number,
): BreathingSeries[] {
  const { height: wave, hz, usable, baseline, weights } = pulse;
  const carrier = carrierAt(turnsOf(hz, rate));
  const near = demodulated(wave, rate, carrier, REACH_HZ);
  const double = demodulated(wave, rate, doubled(carrier), REACH_HZ);
  const height = sizeOf(near);
  const turns = together(
    { phase: phaseOf(near, usable), size: height },
    { phase: phaseOf(double, usable), size: sizeOf(double) },
  );
  const beats = ofBeats(pulse, rate, length);
  const found: Found[] = [
    { source: 'rifv', weights: weights.intervals, values: beats.intervals },
    { source: 'rifv', weights: weights.phase, values: () => downsampled(turns, rate, length) },
    { source: 'riav', weights: weights.amplitude, values: () => downsampled(height, rate, length) },
    { source: 'riiv', weights: weights.levels, values: beats.levels },
    {
      source: 'riiv',
      weights: weights.baseline,
      values: () => downsampled(baseline, rate, length),
    },
    { source: 'riwv', weights: weights.widths, values: beats.widths },
  ];
  return found
    .filter((one) => Object.keys(one.weights).length > 0)
    .flatMap(({ values: valuesOf, ...one }) => {
      const values = valuesOf();
      return values === null ? [] : [{ ...one, values }];
    });
}

function sizeOf({ real, imaginary }: Demodulated): Float64Array {
  const out = zeros(real.length);
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

/** Series from single beats, where they are trusted. */
function ofBeats(
  { rhythm, wave, hz, baseline }: BreathingPulse,
  rate: number,
  length: number,
): Record<'intervals' | 'levels' | 'widths', Values> {
  const { beats, intervals, polarity } = rhythm;
  const { timesS } = beats;
  const believed = (k: number): boolean =>
    intervals.accepted[k] === 1 || intervals.accepted[k - 1] === 1;
  const middle = (k: number): number => ((timesS[k] ?? 0) + (timesS[k + 1] ?? 0)) / 2;
  const sample = (s: number): number => Math.floor(s * rate);
  const overIntervals = (value: (ms: number, k: number) => number): Float64Array | null => {
    const kept = Array.from(intervals.ms.keys()).filter((k) => intervals.accepted[k] === 1);
    const values = kept.map((k) => value(intervals.ms[k] ?? 0, k));
    return interpolated(kept.map(middle), values, length);
  };
  const overBeats = (values: Float64Array): Float64Array | null => {
    const kept = Array.from(timesS.keys()).filter(
      (k) => believed(k) && Number.isFinite(values[k] ?? Number.NaN),
    );
    return interpolated(
      kept.map((k) => timesS[k] ?? 0),
      kept.map((k) => values[k] ?? 0),
      length,
    );
  };
  return {
    // Minus the interval of the rate's path: its slow course is not a breath.
    intervals: () => overIntervals((ms, k) => ms - 1000 / (hz[sample(middle(k))] ?? 1)),
    levels: () => {
      const sum = sumsOf(baseline);
      return overIntervals((_, k) => {
        const [from, to] = [rate * (timesS[k] ?? 0), rate * (timesS[k + 1] ?? 0)];
        return (sum(to) - sum(from)) / (to - from);
      });
    },
    widths: () => overBeats(beatWidths(polarity === 1 ? wave : times(wave, -1), rate, beats)),
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
