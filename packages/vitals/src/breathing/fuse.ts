// SPDX-License-Identifier: Apache-2.0
import { copyOf, zeros } from '../signal/scratch.ts';
import { bandPass } from '../signal/butterworth.ts';
import { addTimes, extent, multiply, runningSums, times } from '../signal/elementwise.ts';
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
const TOP_HZ = HIGH_HZ + PEAK_HALF_HZ;
/** Rates this close are the same breath, Hz. */
const SAME_HZ = 2 / 60;
const SIZE = 2048;
const BIN_HZ = BREATHING_RATE / SIZE;
/** Length of the beginning and the end of a recording, which overlap, as a share of it. */
const PART_SHARE = 0.6;

/** Result of one spectrum. */
export interface BreathingPeak {
  readonly source: BreathingSource;
  /** Breaths per minute. */
  readonly rate: number;
  /** Share of the power in the peak, 0..1: how concentrated the spectrum is. */
  readonly share: number;
}

/** Result of all spectra together. */
export interface BreathingSum {
  /** Breaths per minute; NaN where there is no peak. */
  readonly rate: number;
  /** Probability of the rates within 2 a minute of it, 0..1, if there is a breath at all. */
  readonly quality: number;
  /** Of the whole recording. */
  readonly peaks: readonly BreathingPeak[];
}

/**
 * Chooses the breath among all rates by the signals that it may show in. What a signal says for a rate is the share of
 * its power around it (a respiratory quality index: Birrenkott et al. 2018, doi:10.1109/TBME.2017.2778265). Unlike a
 * chance peak, a breath is always present: of the whole recording, its beginning and its end, the geometric mean of the
 * shares counts. Their weighted sum is the logarithm of a rate's odds (conditional logit model: McFadden 1974, in
 * Frontiers in Econometrics, 105-142). The rate is refined by the sum of the spectra near the most probable rate
 * (peak-conditioned averages of spectra: Charlton et al. 2016, doi:10.1088/0967-3334/37/4/610).
 * @param heartHz heart frequency; infinite where no pulse is in the series.
 */
export function fuseBreathing(series: readonly BreathingSeries[], heartHz: number): BreathingSum {
  const highHz = Math.min(HIGH_HZ, HEART_SHARE * heartHz);
  const changes = series.flatMap(changesOf);
  const length = changes[0]?.values.length ?? 0;
  const part = Math.round(PART_SHARE * length);
  const whole = linesOf(changes, highHz, 0, length);
  const views = [
    whole,
    linesOf(changes, highHz, 0, part),
    linesOf(changes, highHz, length - part, length),
  ];
  const common = scaledInBand({ binHz: BIN_HZ, power: product(views.map(summed)) }, highHz);
  const probabilities = softmax(evidenceOf(views), highHz);
  const likely = highestBin(probabilities, LOW_HZ, highHz) * BIN_HZ;
  const hz = peakWithin(
    common,
    Math.max(LOW_HZ, likely - SAME_HZ),
    Math.min(highHz, likely + SAME_HZ),
  );
  return {
    rate: hz !== null && isHighest(hz, common, highHz) ? 60 * hz : Number.NaN,
    quality: hz === null ? 0 : powerWithin(probabilities, hz - SAME_HZ, hz + SAME_HZ),
    peaks: whole.flatMap((line) => peakOf(line, highHz)),
  };
}

/** Changes of one series at breathing rates, in one of its forms. */
interface Changes extends Pick<BreathingSeries, 'source'> {
  readonly weight: number;
  readonly values: Float64Array;
}

/** Empty for a constant series. */
function changesOf({ source, values, weights }: BreathingSeries): Changes[] {
  const fromHz = source === 'chest' ? SLOWEST_HZ : DRIFT_HZ;
  const flat = bandPass(linearlyDetrended(values), BREATHING_RATE, fromHz, 0.8);
  if (!(highest(flat) > ROUNDING * highest(values))) return [];
  const { plain = 0, differenced: steps = 0 } = weights;
  return [
    ...(plain > 0 ? [{ source, weight: plain, values: flat }] : []),
    ...(steps > 0 ? [{ source, weight: steps, values: differenced(flat) }] : []),
  ];
}

/** Changes this small relative to the values are rounding errors. */
const ROUNDING = 1e-9;

function highest(values: Float64Array): number {
  const [least, most] = extent(values);
  return Math.max(-least, most);
}

/** Spectrum of one series in a part of the recording. */
interface Line extends Omit<Changes, 'values'> {
  readonly spectrum: Spectrum;
  /** Share of the power around each frequency. */
  readonly shares: Float64Array;
}

/** The spectra of `[start, end)`. */
function linesOf(
  changes: readonly Changes[],
  highHz: number,
  start: number,
  end: number,
): readonly Line[] {
  const series = changes.map(({ values }) => values);
  const spectra = powerSpectra(series, BREATHING_RATE, start, end, TOP_HZ, SIZE);
  return changes.flatMap(({ source, weight }, k) => {
    const whole = spectra[k];
    if (whole === undefined) return [];
    const spectrum = scaledInBand(whole, highHz);
    return [{ source, weight, spectrum, shares: sharesOf(spectrum) }];
  });
}

/** A spectrum scaled to sum 1 in the band that is searched; it keeps what is above that. */
function scaledInBand(spectrum: Spectrum, highHz: number): Spectrum {
  const total = powerWithin(spectrum, SLOWEST_HZ, highHz);
  return { ...spectrum, power: times(spectrum.power, total > 0 ? 1 / total : 0) };
}

function sharesOf({ power }: Spectrum): Float64Array {
  const reach = Math.round(PEAK_HALF_HZ / BIN_HZ);
  const sums = runningSums(power);
  const shares = zeros(power.length);
  for (let i = 0; i < shares.length; i++) {
    const end = sums[Math.min(power.length, i + reach + 1)] ?? 0;
    shares[i] = end - (sums[Math.max(0, i - reach)] ?? 0);
  }
  return shares;
}

/** Sum of the spectra, in which a line counts more the more of its power it holds. */
function summed(lines: readonly Line[]): Float64Array {
  const sum = zeros(lines[0]?.shares.length ?? 0);
  for (const { weight, spectrum, shares } of lines) {
    addTimes(sum, product([spectrum.power, shares]), weight);
  }
  return sum;
}

/** Logarithm of each frequency's odds. */
function evidenceOf(views: readonly (readonly Line[])[]): Float64Array {
  const [whole = []] = views;
  const sum = zeros(whole[0]?.shares.length ?? 0);
  whole.forEach(({ weight }, k) => {
    const shares = product(views.map((lines) => lines[k]?.shares ?? sum));
    addTimes(sum, shares.map(Math.cbrt), weight);
  });
  return sum;
}

function product(factors: readonly Float64Array[]): Float64Array {
  const [first = new Float64Array(0), ...others] = factors;
  const all = copyOf(first);
  for (const other of others) multiply(all, other);
  return all;
}

/** Probabilities of the frequencies in the band from the logarithms of their odds. */
function softmax(evidence: Float64Array, highHz: number): Spectrum {
  const [, most] = extent(evidence);
  const power = evidence.map((one, i) => {
    const hz = i * BIN_HZ;
    return hz >= LOW_HZ && hz <= highHz ? Math.exp(one - most) : 0;
  });
  return scaledInBand({ binHz: BIN_HZ, power }, highHz);
}

/** Whether nothing above the band exceeds its peak: a breath too fast for the search leaves only chance peaks in it. */
function isHighest(peakHz: number, spectrum: Spectrum, highHz: number): boolean {
  return highestBin(spectrum, peakHz - PEAK_HALF_HZ, Infinity) * spectrum.binHz <= highHz;
}

/** The peak of one spectrum; empty without one. */
function peakOf({ source, spectrum }: Line, highHz: number): BreathingPeak[] {
  const hz = peakWithin(spectrum, LOW_HZ, highHz);
  if (hz === null) return [];
  const to = Math.min(highHz, hz + PEAK_HALF_HZ);
  const share = Math.min(1, powerWithin(spectrum, hz - PEAK_HALF_HZ, to));
  return [{ source, rate: 60 * hz, share }];
}

/** The highest local maximum between two frequencies: the edge of a slope is not a peak. */
function peakWithin(spectrum: Spectrum, fromHz: number, toHz: number): number | null {
  const { power, binHz } = spectrum;
  const at = (i: number): number => power[i] ?? 0;
  let best = -1;
  for (let i = Math.ceil(fromHz / binHz) + 1; i < Math.floor(toHz / binHz); i++) {
    const stands = at(i) >= at(i - 1) && at(i) > at(i + 1);
    if (stands && (best < 0 || at(i) > at(best))) best = i;
  }
  return best < 0 ? null : refinedPeakHz(spectrum, best);
}
