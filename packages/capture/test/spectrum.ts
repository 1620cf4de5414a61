// SPDX-License-Identifier: Apache-2.0
/** A simple spectrum for tests, independent of the vital-signs engine. */

export interface Peak {
  /** Hz. */
  readonly frequency: number;
  /** Of a sine at that frequency, in the units of the series. */
  readonly amplitude: number;
  /** Power at the peak and its harmonic relative to the rest of 0.7 to 4 Hz, dB. */
  readonly snr: number;
}

const BAND = { from: 0.7, to: 4, step: 0.01, aroundPeak: 0.15 };
const DETREND_MS = 1500;

/** Each value minus the mean of those around it. */
function detrend(timeMs: ArrayLike<number>, values: ArrayLike<number>): number[] {
  return Array.from(values, (value, at) => {
    let [sum, count] = [0, 0];
    for (let other = 0; other < values.length; other += 1) {
      if (Math.abs((timeMs[other] ?? 0) - (timeMs[at] ?? 0)) > DETREND_MS / 2) continue;
      sum += values[other] ?? 0;
      count += 1;
    }
    return value - sum / count;
  });
}

/** Amplitude at one frequency of unevenly sampled values, under a Hann window. */
function amplitudeAt(frequency: number, timeMs: ArrayLike<number>, values: readonly number[]) {
  const start = timeMs[0] ?? 0;
  const span = (timeMs[timeMs.length - 1] ?? 0) - start;
  let [real, imaginary, weights] = [0, 0, 0];
  values.forEach((value, at) => {
    const time = (timeMs[at] ?? 0) - start;
    const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * time) / span);
    const phase = (2 * Math.PI * frequency * time) / 1000;
    real += weight * value * Math.cos(phase);
    imaginary += weight * value * Math.sin(phase);
    weights += weight;
  });
  return (2 * Math.hypot(real, imaginary)) / weights;
}

/** The strongest frequency between 0.7 and 4 Hz. */
export function strongestPeak(timeMs: ArrayLike<number>, series: ArrayLike<number>): Peak {
  const values = detrend(timeMs, series);
  const count = Math.round((BAND.to - BAND.from) / BAND.step) + 1;
  const spectrum = Array.from({ length: count }, (_, bin) => {
    const frequency = BAND.from + bin * BAND.step;
    return { frequency, amplitude: amplitudeAt(frequency, timeMs, values) };
  });
  const peak = spectrum.reduce((best, bin) => (bin.amplitude > best.amplitude ? bin : best));
  const isNear = (frequency: number): boolean =>
    [1, 2].some((harmonic) => Math.abs(frequency - harmonic * peak.frequency) < BAND.aroundPeak);
  const power = (bins: typeof spectrum): number =>
    bins.reduce((sum, { amplitude }) => sum + amplitude * amplitude, 0);
  const inside = power(spectrum.filter(({ frequency }) => isNear(frequency)));
  const outside = power(spectrum.filter(({ frequency }) => !isNear(frequency)));
  return { ...peak, snr: 10 * Math.log10(inside / outside) };
}

/** The strongest rhythm from 5 to 40 per minute, under a Hann window, of a detrended series. */
export function strongestBreath(
  timeMs: ArrayLike<number>,
  series: readonly number[],
): { readonly perMinute: number; readonly amplitude: number } {
  const first = series[0] ?? 0;
  const rise = ((series.at(-1) ?? 0) - first) / Math.max(1, series.length - 1);
  const level = series.map((value, at) => value - first - rise * at);
  const mean = level.reduce((sum, value) => sum + value, 0) / level.length;
  const values = level.map((value) => value - mean);
  return Array.from({ length: 141 }, (_, bin) => 5 + bin / 4)
    .map((perMinute) => ({ perMinute, amplitude: amplitudeAt(perMinute / 60, timeMs, values) }))
    .reduce((best, bin) => (bin.amplitude > best.amplitude ? bin : best));
}
