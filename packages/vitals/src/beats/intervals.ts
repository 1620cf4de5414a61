// SPDX-License-Identifier: Apache-2.0
import { countOf } from '../signal/elementwise.ts';
import { median } from '../signal/median.ts';

const SHORTEST_MS = 300;
const LONGEST_MS = 2000;
/** Least number of intervals for variability and what follows from it. */
export const MIN_INTERVALS = 20;
/** Largest deviation from the running median of five. */
const MAX_DEPARTURE = 0.2;
/** Limits of the ratio of an interval to its neighbour: the quotient filter. */
const MIN_QUOTIENT = 0.75;
const MAX_QUOTIENT = 1.33;

/** A condition on the span between two times, s. */
export type Between = (fromS: number, toS: number) => boolean;

/** Intervals between neighbouring beats; entry `k` ends at beat `k + 1`. */
export interface Intervals {
  readonly ms: Float64Array;
  /** 1 where the interval is, as far as can be determined, between two consecutive heartbeats. */
  readonly accepted: Uint8Array;
  /**
   * 1 where the wave was measured throughout, and no beat is near an end or a gap of the wave, where filters produce
   * false beats.
   */
  readonly clear: Uint8Array;
  /** Accepted intervals over all; 0 without intervals. */
  readonly acceptedShare: number;
}

/**
 * Distinguishes true intervals from missed and doubled beats: 300 to 2000 ms, within 20 % of the running median of
 * five, and within 0.75 to 1.33 of a neighbour that passes too.
 * @param measured whether the wave was measured throughout between two times, s.
 * @param isClear whether neither of the two times, s, is near an end or a gap of the wave.
 */
export function intervalsOf(
  timesS: Float64Array,
  measured: Between = () => true,
  isClear: Between = () => true,
): Intervals {
  const ms = Float64Array.from(
    { length: Math.max(0, timesS.length - 1) },
    (_, k) => 1000 * ((timesS[k + 1] ?? 0) - (timesS[k] ?? 0)),
  );
  const where = (holds: Between): Uint8Array =>
    Uint8Array.from(ms, (_, k) => (holds(timesS[k] ?? 0, timesS[k + 1] ?? 0) ? 1 : 0));
  const whole = where(measured);
  const plausible = Uint8Array.from(ms, (one, k) =>
    one >= SHORTEST_MS &&
    one <= LONGEST_MS &&
    whole[k] === 1 &&
    Math.abs(one / localMedian(ms, k) - 1) <= MAX_DEPARTURE
      ? 1
      : 0,
  );
  const accepted = plausible.map((ok, k) => (ok === 1 && fitsNeighbours(ms, plausible, k) ? 1 : 0));
  const clear = where((fromS, toS) => measured(fromS, toS) && isClear(fromS, toS));
  return { ms, accepted, clear, acceptedShare: ms.length > 0 ? countOf(accepted) / ms.length : 0 };
}

function localMedian(ms: Float64Array, k: number): number {
  const from = Math.max(0, Math.min(k - 2, ms.length - 5));
  return median(ms.subarray(from, from + 5));
}

function fitsNeighbours(ms: Float64Array, plausible: Uint8Array, k: number): boolean {
  const here = ms[k] ?? 0;
  return [k - 1, k + 1].every((other) => {
    if (plausible[other] !== 1) return true;
    const quotient = here / (ms[other] ?? here);
    return quotient >= MIN_QUOTIENT && quotient <= MAX_QUOTIENT;
  });
}
