// SPDX-License-Identifier: Apache-2.0
/** How a camera's intervals compare with a chest strap's once the two series are aligned. */
export interface BeatMatch {
  /** Mean absolute difference of matched, accepted intervals, ms; NaN without any. */
  readonly intervalErrorMs: number;
  readonly matched: number;
  /** Added to the camera's times to align them with the strap's, ms. */
  readonly shiftMs: number;
}

const NEAR_MS = 250;

/**
 * Shifts the camera's beats until most coincide with the strap's, then compares the intervals whose two ends are both
 * matched to neighbouring beats.
 */
export function matchIntervals(
  beatsMs: Float64Array,
  accepted: Uint8Array,
  strapMs: readonly number[],
): BeatMatch {
  const strap = strapMs.reduce<number[]>((times, rr) => [...times, (times.at(-1) ?? 0) + rr], [0]);
  const shift = bestShift(beatsMs, strap);
  const nearest = Array.from(beatsMs, (beat) => nearestIndex(strap, beat + shift));
  let sum = 0;
  let matched = 0;
  for (let k = 0; k + 1 < beatsMs.length; k++) {
    const a = nearest[k] ?? -1;
    const b = nearest[k + 1] ?? -1;
    if (accepted[k] !== 1 || a < 0 || b !== a + 1) continue;
    sum += Math.abs((beatsMs[k + 1] ?? 0) - (beatsMs[k] ?? 0) - (strapMs[a] ?? 0));
    matched++;
  }
  return { intervalErrorMs: matched > 0 ? sum / matched : Number.NaN, matched, shiftMs: shift };
}

function nearestIndex(strap: readonly number[], at: number): number {
  let best = -1;
  let distance = NEAR_MS;
  strap.forEach((time, i) => {
    if (Math.abs(time - at) >= distance) return;
    distance = Math.abs(time - at);
    best = i;
  });
  return best;
}

/** The shift with the smallest capped distance, of those that align an early beat with an early strap beat. */
function bestShift(beatsMs: Float64Array, strap: readonly number[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const beat of beatsMs.subarray(0, 12)) {
    for (const time of strap.slice(0, 12)) {
      const shift = time - beat;
      const cost = Array.from(beatsMs, (one) => distanceTo(strap, one + shift)).reduce(
        (sum, one) => sum + one,
        0,
      );
      if (cost < least) [least, best] = [cost, shift];
    }
  }
  return best;
}

function distanceTo(strap: readonly number[], at: number): number {
  return strap.reduce((least, time) => Math.min(least, Math.abs(time - at)), NEAR_MS);
}
