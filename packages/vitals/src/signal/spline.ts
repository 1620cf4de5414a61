// SPDX-License-Identifier: Apache-2.0
import { zeros } from './scratch.ts';

/** Second derivatives of the natural cubic spline through evenly spaced values (unit spacing). */
function curvatures(y: Float64Array): Float64Array {
  const n = y.length;
  const m = zeros(n);
  const c = zeros(n);
  for (let i = 1; i < n - 1; i++) {
    const pivot = 4 - (c[i - 1] ?? 0);
    c[i] = 1 / pivot;
    const right = 6 * ((y[i - 1] ?? 0) - 2 * (y[i] ?? 0) + (y[i + 1] ?? 0));
    m[i] = (right - (m[i - 1] ?? 0)) / pivot;
  }
  for (let i = n - 2; i > 0; i--) m[i] = (m[i] ?? 0) - (c[i] ?? 0) * (m[i + 1] ?? 0);
  return m;
}

/**
 * Upsamples a uniform, band-limited series by an integer factor with a natural cubic spline. Unlike PCHIP, it is smooth
 * in its second derivative, which the timing of the steepest slope needs.
 * @returns `(length - 1) * factor + 1` values.
 */
export function upsample(y: Float64Array, factor: number): Float64Array {
  const n = y.length;
  if (n < 2) return y.slice();
  const m = curvatures(y);
  const out = zeros((n - 1) * factor + 1);
  for (let i = 0; i < n - 1; i++) {
    const y0 = y[i] ?? 0;
    const y1 = y[i + 1] ?? 0;
    const m0 = (m[i] ?? 0) / 6;
    const m1 = (m[i + 1] ?? 0) / 6;
    for (let j = 0; j < factor; j++) {
      const t = j / factor;
      const u = 1 - t;
      out[i * factor + j] = y0 * u + y1 * t + m0 * (u * u * u - u) + m1 * (t * t * t - t);
    }
  }
  out[out.length - 1] = y[n - 1] ?? 0;
  return out;
}
