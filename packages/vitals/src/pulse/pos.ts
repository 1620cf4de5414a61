// SPDX-License-Identifier: Apache-2.0
import type { ColourTrace } from '../frames/recording.ts';
import { bandPass } from '../signal/butterworth.ts';
import { mean } from '../signal/statistics.ts';
import type { PulseMethod } from './method.ts';

const WINDOW_S = 1.6;

/**
 * Plane orthogonal to skin tone: windows of 1.6 s at every frame, each divided by its mean colour, projected on
 * (0, 1, -1) and (-2, 1, 1) and added up (Wang et al. 2017, doi:10.1109/TBME.2016.2609282).
 */
export const POS: PulseMethod = {
  id: 'pos',
  extract(colour, rate, { lowHz, highHz }) {
    const frames = colour.red.length;
    const length = Math.min(Math.round(WINDOW_S * rate), frames);
    const out = new Float64Array(frames);
    for (let start = 0; start + length <= frames; start++) addWindow(out, colour, start, length);
    return bandPass(out, rate, lowHz, highHz);
  },
};

/** Adds one window's pulse without its mean; turned over, so that more blood is up. */
function addWindow(
  out: Float64Array,
  { red, green, blue }: ColourTrace,
  start: number,
  n: number,
): void {
  const end = start + n;
  const perRed = 1 / mean(red, start, end);
  const perGreen = 1 / mean(green, start, end);
  const perBlue = 1 / mean(blue, start, end);
  let sum1 = 0;
  let sum2 = 0;
  let square1 = 0;
  let square2 = 0;
  for (let i = start; i < end; i++) {
    const g = (green[i] ?? 0) * perGreen;
    const b = (blue[i] ?? 0) * perBlue;
    const first = g - b;
    const second = g + b - 2 * (red[i] ?? 0) * perRed;
    sum1 += first;
    sum2 += second;
    square1 += first * first;
    square2 += second * second;
  }
  const variance1 = Math.max(0, square1 / n - (sum1 / n) ** 2);
  const variance2 = Math.max(0, square2 / n - (sum2 / n) ** 2);
  const alpha = variance2 > 1e-24 ? Math.sqrt(variance1 / variance2) : 0;
  const centre = (sum1 + alpha * sum2) / n;
  // The two projections summed: green, blue and red each by its own factor.
  const ofGreen = (1 + alpha) * perGreen;
  const ofBlue = (alpha - 1) * perBlue;
  const ofRed = -2 * alpha * perRed;
  for (let i = start; i < end; i++) {
    const pulse = ofGreen * (green[i] ?? 0) + ofBlue * (blue[i] ?? 0) + ofRed * (red[i] ?? 0);
    out[i] = (out[i] ?? 0) - (pulse - centre);
  }
}
