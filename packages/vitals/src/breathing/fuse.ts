// SPDX-License-Identifier: Apache-2.0
import { bandPass } from '../signal/butterworth.ts';
import { addTimes, extent } from '../signal/elementwise.ts';
import { differenced, withoutLine } from '../signal/detrend.ts';
import {
  normaliseInBand,
  powerSpectra,
  powerWithin,
  refinedPeakHz,
  type Spectrum,
} from '../signal/spectrum.ts';
import { mean } from '../signal/statistics.ts';
import { BREATHING_RATE, type BreathingSeries, type BreathingSource } from './series.ts';

/** Breathing is looked for between 6 and 30 breaths a minute, 6 not at the edge, and well below the heart. */
export const LOW_HZ = 0.09;
export const HIGH_HZ = 0.5;
const HEART_SHARE = 0.45;
/** Slower waves count against a breath: their skirts have peaks among the slow breaths. */
const SLOWEST_HZ = 0.04;
/** Below this light, blood pressure and restlessness move pulse and head more than breath does; the chest, less. */
const DRIFT_HZ = 0.1;
/** Half the width of a breath's line in 30 s. */
const PEAK_HALF_HZ = 0.04;
const SIZE = 2048;
/** A breath is there from the beginning to the end: in both of two parts that are this share of a recording. */
const PART_SHARE = 0.55;
const PART_SIZE = 1024;

/** What one spectrum says. */
export interface BreathingPeak {
  readonly source: BreathingSource;
  /** Breaths per minute. */
  readonly rate: number;
  /** Share of the power in the peak, 0..1: how single-minded the series is. */
  readonly share: number;
  /** What it counts for in the sum. */
  readonly weight: number;
}

/** What all of them say together. */
export interface BreathingSum {
  /** Breaths per minute; NaN where there is no peak. */
  readonly rate: number;
  /**
   * Share of the summed power in the peak, 0..1: the mean of that of the whole recording and of that at the same place
   * in its parts.
   */
  readonly quality: number;
  /** Of the whole recording. */
  readonly peaks: readonly BreathingPeak[];
}

/**
 * Sums the spectra of all that breathing may show in, each weighed by how much of its power is in one peak (a
 * respiratory quality index: Birrenkott et al. 2018, doi:10.1109/TBME.2017.2778265; peak-conditioned
 * averages of spectra: Charlton et al. 2016, doi:10.1088/0967-3334/37/4/610). Breathing is rarely in all of them, so a product would lose it.
 * @param heartHz heart frequency; infinite where no pulse is in the series.
 */
export function fuseBreathing(series: readonly BreathingSeries[], heartHz: number): BreathingSum {
  const highHz = Math.min(HIGH_HZ, HEART_SHARE * heartHz);
  const changes = series.flatMap(changesOf);
  const length = changes[0]?.values[0]?.length ?? 0;
  const { spectrum, peaks } = summed(changes, highHz, 0, length, SIZE);
  const peak = peakOf(spectrum, highHz);
  if (peak === null) return { rate: Number.NaN, quality: 0, peaks };
  const part = Math.round(PART_SHARE * length);
  const inParts = [0, length - part].map((start) =>
    shareAt(summed(changes, highHz, start, start + part, PART_SIZE).spectrum, peak.hz),
  );
  return { rate: 60 * peak.hz, quality: (peak.share + mean(inParts)) / 2, peaks };
}

/** What changes in one series at the rates of breathing, in each way it is looked at. */
interface Changes extends Pick<BreathingSeries, 'source' | 'weight'> {
  readonly values: readonly Float64Array[];
}

/** None of a series that does not change. */
function changesOf({ source, values, ways, weight }: BreathingSeries): Changes[] {
  const fromHz = source === 'chest' ? SLOWEST_HZ : DRIFT_HZ;
  const flat = bandPass(withoutLine(values), BREATHING_RATE, fromHz, 0.8);
  if (!(highest(flat) > ROUNDING * highest(values))) return [];
  return [
    { source, weight, values: ways.map((way) => (way === 'plain' ? flat : differenced(flat))) },
  ];
}

/** The weighed sum of the spectra of `[start, end)`, sum 1, and the peaks of those that have one. */
function summed(
  changes: readonly Changes[],
  highHz: number,
  start: number,
  end: number,
  size: number,
): { spectrum: Spectrum; peaks: readonly BreathingPeak[] } {
  const found = changes.flatMap(({ source, weight, values }) =>
    powerSpectra(values, BREATHING_RATE, start, end, HIGH_HZ, size).flatMap((spectrum) => {
      normaliseInBand(spectrum, SLOWEST_HZ, highHz);
      const peak = peakOf(spectrum, highHz);
      if (peak === null) return [];
      const { hz, share } = peak;
      return [{ source, rate: 60 * hz, share, weight: weight * share * share, spectrum }];
    }),
  );
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  const power = new Float64Array(found[0]?.spectrum.power.length ?? 0);
  for (const { spectrum, weight } of found) addTimes(power, spectrum.power, weight / total);
  return {
    spectrum: { binHz: BREATHING_RATE / size, power },
    peaks: found.map(({ source, rate, share, weight: counts }) => ({
      source,
      rate,
      share,
      weight: counts,
    })),
  };
}

/** Changes this small beside the values are those of rounding. */
const ROUNDING = 1e-9;

function highest(values: Float64Array): number {
  const [least, most] = extent(values);
  return Math.max(-least, most);
}

/** The highest bin that both its neighbours in the band are lower than: the edge of a slope is no peak. */
function peakOf(spectrum: Spectrum, highHz: number): { hz: number; share: number } | null {
  const { power, binHz } = spectrum;
  const at = (i: number): number => power[i] ?? 0;
  let best = -1;
  for (let i = Math.ceil(LOW_HZ / binHz) + 1; i < Math.floor(highHz / binHz); i++) {
    const stands = at(i) >= at(i - 1) && at(i) > at(i + 1);
    if (stands && (best < 0 || at(i) > at(best))) best = i;
  }
  if (best < 0) return null;
  const hz = refinedPeakHz(spectrum, best);
  return { hz, share: shareAt(spectrum, hz) };
}

function shareAt(spectrum: Spectrum, hz: number): number {
  return Math.min(1, powerWithin(spectrum, hz - PEAK_HALF_HZ, hz + PEAK_HALF_HZ));
}
