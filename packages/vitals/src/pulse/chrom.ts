// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import { bandPassBoth } from '../signal/butterworth.ts';
import { runningMean } from '../signal/detrend.ts';
import { standardDeviation } from '../signal/statistics.ts';
import type { PulseMethod } from './method.ts';

const WINDOW_S = 1.6;

function relative(channel: Float64Array, reach: number): Float64Array {
  const level = runningMean(channel, reach);
  for (let i = 0; i < level.length; i++) level[i] = (channel[i] ?? 0) / (level[i] ?? 1);
  return level;
}

/**
 * Chrominance difference: X = 3R - 2G and Y = 1.5R + G - 1.5B, combined in Hann windows of 1.6 s as
 * X - (sd X / sd Y) Y (de Haan & Jeanne 2013, doi:10.1109/TBME.2013.2266196).
 */
export const CHROM: PulseMethod = {
  id: 'chrom',
  extract({ red, green, blue }, rate, { lowHz, highHz }) {
    const reach = Math.round((WINDOW_S * rate) / 2);
    const [r, g, b] = [relative(red, reach), relative(green, reach), relative(blue, reach)];
    const x = zeros(r.length);
    const y = zeros(r.length);
    for (let i = 0; i < r.length; i++) {
      x[i] = 3 * (r[i] ?? 0) - 2 * (g[i] ?? 0);
      y[i] = 1.5 * (r[i] ?? 0) + (g[i] ?? 0) - 1.5 * (b[i] ?? 0);
    }
    const [passedX, passedY] = bandPassBoth(x, y, rate, lowHz, highHz);
    return combined(passedX, passedY, Math.min(2 * reach, r.length));
  },
};

/**
 * Overlap-add of half-overlapping Hann windows. X falls as green gets brighter, so upwards already means more blood.
 */
function combined(x: Float64Array, y: Float64Array, length: number): Float64Array {
  const out = zeros(x.length);
  const hop = Math.max(1, length >> 1);
  for (let start = -hop; start < x.length; start += hop) {
    const from = Math.max(0, start);
    const to = Math.min(x.length, start + length);
    const spreadY = standardDeviation(y, from, to);
    const alpha = spreadY > 0 ? standardDeviation(x, from, to) / spreadY : 0;
    for (let i = from; i < to; i++) {
      const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i - start)) / (2 * hop));
      out[i] = (out[i] ?? 0) + weight * ((x[i] ?? 0) - alpha * (y[i] ?? 0));
    }
  }
  return out;
}
