// SPDX-License-Identifier: Apache-2.0
import { MIN_INTERVALS } from './intervals.ts';

const BIN_MS = 50;
/** A narrower range of intervals than this cannot be distinguished from timing noise, s. */
const MIN_RANGE_S = 0.02;

/** Zones of the stress index as used by heart-rate-variability software, on our scale of 1 to 6. */
const SCALE: readonly (readonly [si: number, msi: number])[] = [
  [0, 1],
  [50, 2],
  [150, 3],
  [500, 4],
  [900, 5],
  [1500, 6],
];

/**
 * Baevsky's stress index AMo / (2 Mo MxDMn) over a histogram of 50 ms bins
 * (Baevsky & Chernikova 2017, doi:10.12710/cardiometry.2017.10.6676).
 * @param ms accepted intervals. @returns percent/s2; null with fewer than 20 intervals or a range under 20 ms.
 */
export function stressIndex(ms: Float64Array): number | null {
  if (ms.length < MIN_INTERVALS) return null;
  const rangeS = (Math.max(...ms) - Math.min(...ms)) / 1000;
  if (rangeS < MIN_RANGE_S) return null;
  const counts = new Map<number, number>();
  for (const one of ms) {
    const bin = Math.floor(one / BIN_MS);
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  let mode = 0;
  let highest = 0;
  for (const [bin, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (count > highest) [mode, highest] = [bin, count];
  }
  const modeS = ((mode + 0.5) * BIN_MS) / 1000;
  return (100 * highest) / ms.length / (2 * modeS * rangeS);
}

/** The index on our own scale, 1 to 6, linear between the zones' edges. */
export function mentalStressIndex(si: number): number {
  for (let k = 1; k < SCALE.length; k++) {
    const [si0, msi0] = SCALE[k - 1] ?? [0, 1];
    const [si1, msi1] = SCALE[k] ?? [1500, 6];
    if (si <= si1) return msi0 + ((si - si0) / (si1 - si0)) * (msi1 - msi0);
  }
  return 6;
}
