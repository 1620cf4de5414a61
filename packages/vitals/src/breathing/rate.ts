// SPDX-License-Identifier: Apache-2.0
import { bandPass } from '../signal/butterworth.ts';
import { differenced, withoutLine } from '../signal/detrend.ts';
import {
  highestBin,
  normalisedInBand,
  powerSpectra,
  powerWithin,
  refinedPeakHz,
  type Spectrum,
} from '../signal/spectrum.ts';
import { BREATHING_RATE, type BreathingSeries, type BreathingSource } from './series.ts';

/** Breathing is looked for between 6 and 30 breaths a minute, and well below the heart. */
const LOW_HZ = 0.1;
const HIGH_HZ = 0.5;
const HEART_SHARE = 0.45;
const PEAK_HALF_HZ = 0.05;
const SIZE = 2048;

/** What one series says. */
export interface BreathingPeak {
  readonly source: BreathingSource;
  /** Breaths per minute. */
  readonly rate: number;
  /** Share of the band's power in the peak, 0..1: how single-minded the series is. */
  readonly share: number;
  /** Power over the breathing band, sum 1. */
  readonly spectrum: Spectrum;
}

/**
 * Strongest rhythm of a series in the breathing band. First differences keep slow drift from outweighing breath;
 * motion is left as it is, for its noise is fast.
 * @param f0 heart frequency, Hz.
 */
export function breathingPeak({ source, values }: BreathingSeries, f0: number): BreathingPeak {
  const high = Math.min(HIGH_HZ, HEART_SHARE * f0);
  const flat = bandPass(withoutLine(values), BREATHING_RATE, 0.08, 0.6);
  const series = source === 'motion' ? flat : differenced(flat);
  const spectra = powerSpectra([series], BREATHING_RATE, 0, series.length, 0.7, SIZE);
  const raw = spectra[0] ?? { binHz: 1, power: new Float64Array(1) };
  const spectrum = normalisedInBand(raw, LOW_HZ, high);
  const hz = refinedPeakHz(spectrum, highestBin(spectrum, LOW_HZ, high));
  const share = powerWithin(spectrum, hz - PEAK_HALF_HZ, hz + PEAK_HALF_HZ);
  return { source, rate: 60 * hz, share: Math.min(1, share), spectrum };
}

/** Rate at the highest point of several spectra added with their weights, breaths per minute; NaN of none. */
export function pooledRate(peaks: readonly BreathingPeak[], weights: readonly number[]): number {
  const first = peaks[0]?.spectrum;
  if (first === undefined) return Number.NaN;
  const power = first.power.map((_, i) =>
    peaks.reduce((sum, peak, k) => sum + (weights[k] ?? 0) * (peak.spectrum.power[i] ?? 0), 0),
  );
  const pooled = { binHz: first.binHz, power };
  return 60 * refinedPeakHz(pooled, highestBin(pooled, LOW_HZ, HIGH_HZ));
}
