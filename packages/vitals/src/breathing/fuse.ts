// SPDX-License-Identifier: Apache-2.0
import { bandPass } from '../signal/butterworth.ts';
import { addTimes, extent, times } from '../signal/elementwise.ts';
import { differenced, linearlyDetrended } from '../signal/detrend.ts';
import {
  powerSpectra,
  powerWithin,
  highestBin,
  refinedPeakHz,
  type Spectrum,
} from '../signal/spectrum.ts';
import { BREATHING_RATE, type BreathingSeries, type BreathingSource } from './series.ts';

/** Breathing is searched between 6 and 30 breaths a minute, with a margin below 6, and well below the heart. */
export const LOW_HZ = 0.09;
export const HIGH_HZ = 0.5;
const HEART_SHARE = 0.45;
/** Power of slower waves counts against a breath: their side lobes have peaks among the slow breaths. */
const SLOWEST_HZ = 0.04;
/**
 * Below this, light, blood pressure and restlessness move pulse and head more than breathing does; less so the chest.
 */
const DRIFT_HZ = 0.1;
/** Half the width of a breath's line in 30 s. */
const PEAK_HALF_HZ = 0.04;
const SIZE = 2048;
/** Length of the beginning and the end of a recording, which overlap, as a share of it. */
const PART_SHARE = 0.6;

/** Result of one spectrum. */
export interface BreathingPeak {
  readonly source: BreathingSource;
  /** Breaths per minute. */
  readonly rate: number;
  /** Share of the power in the peak, 0..1: how concentrated the spectrum is. */
  readonly share: number;
  /** Weight in the sum. */
  readonly weight: number;
}

/** Result of all spectra together. */
export interface BreathingSum {
  /** Breaths per minute; NaN where there is no peak. */
  readonly rate: number;
  /** Share of the power in the peak, 0..1. */
  readonly quality: number;
  /** Of the whole recording. */
  readonly peaks: readonly BreathingPeak[];
}

/**
 * Sums the spectra of all signals that breathing may show in, each weighted by the share of its power in one peak (a
 * respiratory quality index: Birrenkott et al. 2018, doi:10.1109/TBME.2017.2778265; peak-conditioned averages of
 * spectra: Charlton et al. 2016, doi:10.1088/0967-3334/37/4/610). Breathing is rarely in all of them, so a product
 * would lose it. But it is always present, unlike a chance peak: the result is the product of the sums of the whole
 * recording, its beginning and its end.
 * @param heartHz heart frequency; infinite where no pulse is in the series.
 */
export function fuseBreathing(series: readonly BreathingSeries[], heartHz: number): BreathingSum {
  const highHz = Math.min(HIGH_HZ, HEART_SHARE * heartHz);
  const changes = series.flatMap(changesOf);
  const length = changes[0]?.values[0]?.length ?? 0;
  const part = Math.round(PART_SHARE * length);
  const whole = summed(changes, highHz, 0, length);
  const beginning = summed(changes, highHz, 0, part);
  const end = summed(changes, highHz, length - part, length);
  const power = whole.power.map((one, i) =>
    Math.cbrt(one * (beginning.power[i] ?? 0) * (end.power[i] ?? 0)),
  );
  const common = scaledInBand({ binHz: BREATHING_RATE / SIZE, power }, highHz);
  const peak = peakOf(common, highHz);
  return {
    rate: peak !== null && isHighest(peak.hz, common, highHz) ? 60 * peak.hz : Number.NaN,
    quality: peak?.share ?? 0,
    peaks: whole.found.map(({ source, rate, share, weight }) => ({ source, rate, share, weight })),
  };
}

/** Changes of one series at breathing rates, in each form that is analysed. */
interface Changes extends Pick<BreathingSeries, 'source' | 'weight'> {
  readonly values: readonly Float64Array[];
}

/** Empty for a constant series. */
function changesOf({ source, values, ways, weight }: BreathingSeries): Changes[] {
  const fromHz = source === 'chest' ? SLOWEST_HZ : DRIFT_HZ;
  const flat = bandPass(linearlyDetrended(values), BREATHING_RATE, fromHz, 0.8);
  if (!(highest(flat) > ROUNDING * highest(values))) return [];
  return [
    { source, weight, values: ways.map((way) => (way === 'plain' ? flat : differenced(flat))) },
  ];
}

interface Weighed extends BreathingPeak {
  readonly spectrum: Spectrum;
}

/** The spectra of `[start, end)` that have a peak at all, and the weighted sum of their powers. */
function summed(
  changes: readonly Changes[],
  highHz: number,
  start: number,
  end: number,
): { found: readonly Weighed[]; power: Float64Array } {
  const found = changes.flatMap(({ source, weight, values }) =>
    powerSpectra(values, BREATHING_RATE, start, end, HIGH_HZ, SIZE).flatMap((whole) => {
      const spectrum = scaledInBand(whole, highHz);
      const peak = peakOf(spectrum, highHz);
      if (peak === null) return [];
      const { hz, share } = peak;
      return [{ source, rate: 60 * hz, share, weight: weight * share * share, spectrum }];
    }),
  );
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  const power = new Float64Array(found[0]?.spectrum.power.length ?? 0);
  for (const { spectrum, weight } of found) addTimes(power, spectrum.power, weight / total);
  return { found, power };
}

/** Changes this small relative to the values are rounding errors. */
const ROUNDING = 1e-9;

function highest(values: Float64Array): number {
  const [least, most] = extent(values);
  return Math.max(-least, most);
}

/** Whether nothing above the band exceeds its peak: a breath too fast for the search leaves only chance peaks in it. */
function isHighest(peakHz: number, spectrum: Spectrum, highHz: number): boolean {
  return highestBin(spectrum, peakHz - PEAK_HALF_HZ, Infinity) * spectrum.binHz <= highHz;
}

/** A spectrum scaled to sum 1 in the band that is searched; it keeps what is above that. */
function scaledInBand(spectrum: Spectrum, highHz: number): Spectrum {
  const total = powerWithin(spectrum, SLOWEST_HZ, highHz);
  return { ...spectrum, power: times(spectrum.power, total > 0 ? 1 / total : 0) };
}

/** The highest local maximum in the band: the edge of a slope is not a peak. */
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
  const to = Math.min(highHz, hz + PEAK_HALF_HZ);
  const share = Math.min(1, powerWithin(spectrum, hz - PEAK_HALF_HZ, to));
  return { hz, share };
}
