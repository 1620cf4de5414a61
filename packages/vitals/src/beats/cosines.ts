// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';

/**
 * Coefficients 1 to `last` of the orthonormal cosine transform DCT-II (Ahmed, Natarajan & Rao 1974,
 * doi:10.1109/T-C.1974.223784), for spectra of short series whose ends do not match.
 */
export function cosines(values: Float64Array, last: number): Float64Array {
  const n = values.length;
  const out = zeros(last);
  for (let k = 1; k <= last; k++) {
    const step = (Math.PI * k) / n;
    const turn = 2 * Math.cos(step);
    let before = Math.cos(step / 2);
    let here = before;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      sum += (values[i] ?? 0) * here;
      const next = turn * here - before;
      before = here;
      here = next;
    }
    out[k - 1] = Math.sqrt(2 / n) * sum;
  }
  return out;
}
