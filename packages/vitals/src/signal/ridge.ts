// SPDX-License-Identifier: Apache-2.0
import { countOf, dotWhere } from './elementwise.ts';
import { standardDeviation } from './statistics.ts';

/** Solves the small symmetric positive definite system `a x = b` by elimination; overwrites both. */
function solve(a: Float64Array[], b: Float64Array): Float64Array {
  const n = b.length;
  for (let p = 0; p < n; p++) {
    const pivot = a[p]?.[p] ?? 1;
    for (let r = p + 1; r < n; r++) {
      const row = a[r];
      if (row === undefined) continue;
      const factor = (row[p] ?? 0) / pivot;
      for (let c = p; c < n; c++) row[c] = (row[c] ?? 0) - factor * (a[p]?.[c] ?? 0);
      b[r] = (b[r] ?? 0) - factor * (b[p] ?? 0);
    }
  }
  for (let p = n - 1; p >= 0; p--) {
    let sum = b[p] ?? 0;
    for (let c = p + 1; c < n; c++) sum -= (a[p]?.[c] ?? 0) * (b[c] ?? 0);
    b[p] = sum / (a[p]?.[p] ?? 1);
  }
  return b;
}

/** One coefficient per regressor, in the regressors' own units, for a target. */
export type Regression = (target: Float64Array) => Float64Array;

/**
 * Ridge regression of any target on the same regressors, all zero-mean (Hoerl & Kennard 1970,
 * doi:10.1080/00401706.1970.10488634). Regressors are scaled to unit deviation first, so that the penalty, `strength`
 * times the number of samples, affects all of them equally.
 * @param used 1 where a sample counts.
 */
export function ridgeOn(
  regressors: readonly Float64Array[],
  used: Uint8Array,
  strength: number,
): Regression {
  const scale = regressors.map((x) => 1 / (standardDeviation(x) || 1));
  const count = countOf(used);
  const gram = regressors.map((x, i) =>
    Float64Array.from(regressors, (y, j) => {
      const product = dotWhere(x, y, used) * (scale[i] ?? 1) * (scale[j] ?? 1);
      return i === j ? product + strength * count : product;
    }),
  );
  return (target) => {
    const right = Float64Array.from(
      regressors,
      (x, i) => dotWhere(x, target, used) * (scale[i] ?? 1),
    );
    const solved = solve(
      gram.map((row) => row.slice()),
      right,
    );
    return solved.map((value, i) => value * (scale[i] ?? 1));
  };
}
