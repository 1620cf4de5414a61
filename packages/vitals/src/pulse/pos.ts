// SPDX-License-Identifier: Apache-2.0
import { bandPass } from '../signal/butterworth.ts';
import type { PulseMethod } from './method.ts';

const WINDOW_S = 1.6;

/**
 * Plane orthogonal to skin tone: windows of 1.6 s at every frame, each divided by its mean colour, projected on
 * (0, 1, -1) and (-2, 1, 1) and added up (Wang et al. 2017, doi:10.1109/TBME.2016.2609282).
 */
export const POS: PulseMethod = {
  id: 'pos',
  extract({ red, green, blue }, rate, { lowHz, highHz }) {
    const length = Math.min(Math.round(WINDOW_S * rate), red.length);
    const out = new Float64Array(red.length);
    const first = new Float64Array(length);
    const second = new Float64Array(length);
    for (let start = 0; start + length <= red.length; start++) {
      project(red, green, blue, start, first, second);
      add(out, start, first, second);
    }
    return bandPass(out, rate, lowHz, highHz);
  },
};

function project(
  red: Float64Array,
  green: Float64Array,
  blue: Float64Array,
  start: number,
  first: Float64Array,
  second: Float64Array,
): void {
  let r = 0;
  let g = 0;
  let b = 0;
  for (let i = start; i < start + first.length; i++) {
    r += red[i] ?? 0;
    g += green[i] ?? 0;
    b += blue[i] ?? 0;
  }
  const scale = first.length;
  for (let i = 0; i < first.length; i++) {
    const rn = ((red[start + i] ?? 0) * scale) / r;
    const gn = ((green[start + i] ?? 0) * scale) / g;
    const bn = ((blue[start + i] ?? 0) * scale) / b;
    first[i] = gn - bn;
    second[i] = gn + bn - 2 * rn;
  }
}

/** Adds one window's pulse without its mean; turned over, so that more blood is up. */
function add(out: Float64Array, start: number, first: Float64Array, second: Float64Array): void {
  const n = first.length;
  let sum1 = 0;
  let sum2 = 0;
  let square1 = 0;
  let square2 = 0;
  for (let i = 0; i < n; i++) {
    const a = first[i] ?? 0;
    const b = second[i] ?? 0;
    sum1 += a;
    sum2 += b;
    square1 += a * a;
    square2 += b * b;
  }
  const variance1 = Math.max(0, square1 / n - (sum1 / n) ** 2);
  const variance2 = Math.max(0, square2 / n - (sum2 / n) ** 2);
  const alpha = variance2 > 1e-24 ? Math.sqrt(variance1 / variance2) : 0;
  const centre = (sum1 + alpha * sum2) / n;
  for (let i = 0; i < n; i++) {
    out[start + i] = (out[start + i] ?? 0) - ((first[i] ?? 0) + alpha * (second[i] ?? 0) - centre);
  }
}
