// SPDX-License-Identifier: Apache-2.0
import { bandPass } from '../signal/butterworth.ts';
import { differenced, withoutLine } from '../signal/detrend.ts';
import {
  highestBin,
  normalisedInBand,
  powerSpectra,
  powerWithin,
  refinedPeakHz,
} from '../signal/spectrum.ts';
import { BREATHING_RATE, type BreathingSeries, type BreathingSource } from './series.ts';

/** Breathing is looked for between 6 and 30 breaths a minute, and well below the heart. */
const LOW_HZ = 0.1;
const HIGH_HZ = 0.5;
const HEART_SHARE = 0.45;
const PEAK_HALF_HZ = 0.05;
const SIZE = 2048;
/** Largest difference between the rates with and without first differences, breaths per minute. */
const MAX_SHIFT = 1.5;

/** What one series says. */
export interface BreathingPeak {
  readonly source: BreathingSource;
  /** Breaths per minute. */
  readonly rate: number;
  /** Share of the band's power in the peak, 0..1: how single-minded the series is. */
  readonly share: number;
  /** Whether the series says the same with and without first differences. */
  readonly consistent: boolean;
}

/**
 * Strongest rhythm of a series in the breathing band. First differences keep slow drift from outweighing breath, but
 * lift fast noise; a rhythm that is there both ways is neither.
 * @param f0 heart frequency, Hz.
 */
export function breathingPeak({ source, values }: BreathingSeries, f0: number): BreathingPeak {
  const highHz = Math.min(HIGH_HZ, HEART_SHARE * f0);
  const flat = bandPass(withoutLine(values), BREATHING_RATE, 0.08, 0.6);
  const both = [differenced(flat), flat];
  const spectra = powerSpectra(both, BREATHING_RATE, 0, flat.length, 0.7, SIZE);
  const [sharp, plain] = spectra.map((raw) => {
    const spectrum = normalisedInBand(raw, LOW_HZ, highHz);
    const hz = refinedPeakHz(spectrum, highestBin(spectrum, LOW_HZ, highHz));
    return { rate: 60 * hz, share: powerWithin(spectrum, hz - PEAK_HALF_HZ, hz + PEAK_HALF_HZ) };
  });
  if (sharp === undefined || plain === undefined) {
    return { source, rate: Number.NaN, share: 0, consistent: false };
  }
  const consistent = Math.abs(sharp.rate - plain.rate) <= MAX_SHIFT;
  return { source, rate: sharp.rate, share: Math.min(1, sharp.share), consistent };
}
