// SPDX-License-Identifier: Apache-2.0
import { intervalsMs, type Evidence, type IntervalUse } from '@perfuse/contract/results/evidence';

/** Evidence in the units that it is drawn in. */

export interface WaveSeries {
  /** s */
  readonly time: readonly number[];
  readonly wave: readonly (number | null)[];
  /** Height of the wave at each beat; null in a gap. */
  readonly beats: readonly { readonly time: number; readonly height: number | null }[];
}

const MS = 1000;

export function waveSeries({ wave, beatsMs }: Evidence): WaveSeries {
  const { rateHz, samples } = wave;
  const heightAt = (ms: number): number | null => {
    const at = (ms / MS) * rateHz;
    const before = samples[Math.floor(at)] ?? null;
    const after = samples[Math.ceil(at)] ?? null;
    if (before === null || after === null) return null;
    return before + (at - Math.floor(at)) * (after - before);
  };
  return {
    time: samples.map((_, i) => i / rateHz),
    wave: samples,
    beats: beatsMs.map((ms) => ({ time: ms / MS, height: heightAt(ms) })),
  };
}

export interface SpectrumSeries {
  /** Per minute. */
  readonly rate: readonly number[];
  /** The highest is 1. */
  readonly power: readonly number[];
  /** Where the heart rate is marked. */
  readonly peak: number;
  /** Bands that count as signal, per minute: around the peak and around its double. */
  readonly bands: readonly (readonly [from: number, to: number])[];
}

const PER_MINUTE = 60;

/**
 * @param heartRate the result, which is marked in place of the highest peak: the rate by phase may differ from it by a
 * beat or two, and the page shows one heart rate. Null where there is none.
 */
export function spectrumSeries({ spectrum }: Evidence, heartRate: number | null): SpectrumSeries {
  const { fromHz, stepHz, power, peakHz, lineHz, harmonicHz } = spectrum;
  const rate = power.map((_, k) => PER_MINUTE * (fromHz + k * stepHz));
  const first = rate[0] ?? 0;
  const last = rate.at(-1) ?? first;
  const within = (from: number, to: number): readonly [number, number] => [
    Math.max(first, PER_MINUTE * from),
    Math.min(last, PER_MINUTE * to),
  ];
  const line = within(peakHz - lineHz, peakHz + lineHz);
  const harmonic = within(
    Math.max(2 * peakHz - harmonicHz, peakHz + lineHz),
    2 * peakHz + harmonicHz,
  );
  return {
    rate,
    power,
    peak: heartRate ?? PER_MINUTE * peakHz,
    bands: [line, harmonic].filter(([from, to]) => to > from),
  };
}

interface Interval {
  /** End of the interval, s. */
  readonly time: number;
  readonly ms: number;
  readonly use: IntervalUse;
}

export interface Tachogram {
  readonly intervals: readonly Interval[];
  /** Mean of the counted ones, ms; null without any. */
  readonly mean: number | null;
}

export function tachogram(evidence: Evidence): Tachogram {
  const { beatsMs } = evidence;
  const intervals = intervalsMs(evidence).map((ms, k) => ({
    time: (beatsMs[k + 1] ?? 0) / MS,
    ms,
    use: evidence.intervals[k] ?? 'left-out',
  }));
  const counted = intervals.filter(({ use }) => use === 'counted');
  const sum = counted.reduce((total, { ms }) => total + ms, 0);
  return { intervals, mean: counted.length > 0 ? sum / counted.length : null };
}

/** Lowest and highest of the numbers, with a margin on both sides for an axis. */
export function spread(values: readonly number[], room: number): readonly [number, number] {
  if (values.length === 0) return [0, 1];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const margin = Math.max(room * (high - low), 1e-6);
  return [low - margin, high + margin];
}
