// SPDX-License-Identifier: Apache-2.0
import { bandPass } from '../signal/butterworth.ts';
import { differenced, withoutLine } from '../signal/detrend.ts';
import { highestBin, powerSpectra, powerWithin, refinedPeakHz } from '../signal/spectrum.ts';
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
}

/**
 * Strongest rhythm of a series in the breathing band.
 * @param difference take first differences, which removes slow drift where the series is clean enough.
 */
export function breathingPeak(
  { source, values }: BreathingSeries,
  f0: number,
  difference: boolean,
): BreathingPeak {
  const high = Math.min(HIGH_HZ, HEART_SHARE * f0);
  const flat = bandPass(withoutLine(values), BREATHING_RATE, 0.08, 0.6);
  const series = difference ? differenced(flat) : flat;
  const [spectrum] = powerSpectra([series], BREATHING_RATE, 0, series.length, 0.7, SIZE);
  if (spectrum === undefined) return { source, rate: Number.NaN, share: 0 };
  const bin = highestBin(spectrum, LOW_HZ, high);
  const hz = refinedPeakHz(spectrum, bin);
  const all = powerWithin(spectrum, LOW_HZ, high);
  const share = all > 0 ? powerWithin(spectrum, hz - PEAK_HALF_HZ, hz + PEAK_HALF_HZ) / all : 0;
  return { source, rate: 60 * hz, share: Math.min(1, share) };
}
