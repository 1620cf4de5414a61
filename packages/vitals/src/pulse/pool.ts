// SPDX-License-Identifier: Apache-2.0
import { addTimes } from '../signal/elementwise.ts';
import {
  highestBin,
  powerSpectra,
  powerWithin,
  smoothInBand,
  type Place,
  type Spectrum,
} from '../signal/spectrum.ts';
import type { Band } from './method.ts';

/** Half width of a spectral line, Hz: its spread by a heart's own variation. */
const SMOOTHING_HZ = 0.05;
/** Half width of the heart's line, and of the line of its second harmonic, Hz. */
export const LINE_HZ = 0.12;
export const HARMONIC_LINE_HZ = 0.18;
const PENALTY = 0.2;

/** A candidate pulse's spectrum inside the band with the weight from its own signal-to-noise ratio. */
export interface Candidate {
  readonly spectrum: Spectrum;
  readonly snrDb: number;
  /** Frequency of its highest power, Hz. */
  readonly peakHz: number;
}

/** SNR of a spectrum with no power at a frequency, or no power at all, dB. */
export const MIN_SNR_DB = -40;
const MAX_SNR_DB = 60;

/**
 * Power within the lines at `f0` and at its second harmonic over the rest of the spectrum, dB (de Haan & Jeanne 2013,
 * doi:10.1109/TBME.2013.2266196, who use lines of 0.1 and 0.2 Hz to either side of an unsmoothed spectrum).
 */
export function lineSnrDb(spectrum: Spectrum, f0: number): number {
  const total = powerWithin(spectrum, 0, Number.POSITIVE_INFINITY);
  const line = powerWithin(spectrum, f0 - LINE_HZ, f0 + LINE_HZ);
  const from = Math.max(2 * f0 - HARMONIC_LINE_HZ, f0 + LINE_HZ + spectrum.binHz);
  const signal = line + powerWithin(spectrum, from, 2 * f0 + HARMONIC_LINE_HZ);
  if (!(signal > 0)) return MIN_SNR_DB;
  const snrDb = 10 * Math.log10(signal / Math.max(total - signal, 1e-12));
  return Math.max(MIN_SNR_DB, Math.min(MAX_SNR_DB, snrDb));
}

/**
 * Spectra of series over `[start, end)`, smoothed by the width of a heart's line and normalised inside the band.
 * @param place provides the arrays of the powers; by default new ones.
 */
export function spectraInBand(
  series: readonly Float64Array[],
  rate: number,
  start: number,
  end: number,
  band: Band,
  minimumSize: number,
  place?: Place,
): Spectrum[] {
  const spectra = powerSpectra(series, rate, start, end, band.highHz, minimumSize, place);
  for (const spectrum of spectra) smoothInBand(spectrum, SMOOTHING_HZ, band.lowHz, band.highHz);
  return spectra;
}

/** Spectra of whole candidate waves of one length, each with its own SNR. */
export function candidates(
  waves: readonly Float64Array[],
  rate: number,
  band: Band,
  minimumSize: number,
): Candidate[] {
  const length = waves[0]?.length ?? 0;
  return spectraInBand(waves, rate, 0, length, band, minimumSize).map((spectrum) =>
    candidateOf(spectrum, band),
  );
}

/** A candidate's spectrum inside the band with its own SNR. */
export function candidateOf(spectrum: Spectrum, band: Band): Candidate {
  const peakHz = highestBin(spectrum, band.lowHz, band.highHz) * spectrum.binHz;
  return { spectrum, snrDb: lineSnrDb(spectrum, peakHz), peakHz };
}

/**
 * Sum of the spectra, each weighted by 10^(SNR/10) and the trust in it (0..1).
 * @param power receives the sum; as long as each of them.
 */
export function pooled(
  of: readonly Candidate[],
  trust: readonly number[],
  power: Float64Array,
): Spectrum {
  power.fill(0);
  of.forEach(({ spectrum, snrDb }, k) => {
    addTimes(power, spectrum.power, (trust[k] ?? 1) * 10 ** (snrDb / 10));
  });
  return { binHz: of[0]?.spectrum.binHz ?? 1, power };
}

/**
 * Lowers the power of a spectrum where head and light move: A / (1 + 0.2 P / mean P), P the sum of the nuisances'
 * spectra. @param power receives that sum; as long as each of them.
 */
export function penalise(
  spectrum: Spectrum,
  nuisance: readonly Spectrum[],
  band: Band,
  power: Float64Array,
): void {
  if (nuisance.length === 0) return;
  power.fill(0);
  for (const { power: one } of nuisance) addTimes(power, one, 1);
  const total = powerWithin({ ...spectrum, power }, 0, Number.POSITIVE_INFINITY);
  const inBand = Math.max(1, Math.round((band.highHz - band.lowHz) / spectrum.binHz));
  if (!(total > 0)) return;
  const lowered = spectrum.power;
  const penalty = (PENALTY * inBand) / total;
  for (let i = 0; i < power.length; i++) {
    lowered[i] = (lowered[i] ?? 0) / (1 + penalty * (power[i] ?? 0));
  }
}
