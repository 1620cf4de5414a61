// SPDX-License-Identifier: Apache-2.0
import { median } from '../signal/median.ts';
import type { Peak } from './peak.ts';

/** Number of peaks per window that may lie on the path. */
const CANDIDATES = 6;
/** Cost of a change of the rate from window to window, relative to a window's whole score, 1/Hz. */
const COST_PER_HZ = 6;
/** Hearts rarely change faster than this from window to window: the excess costs ten times as much in addition, Hz. */
const FAST_HZ = 0.12;
const FAST_COST_PER_HZ = 60;
/**
 * Limit of the cost, for hearts that jump within a beat, as at the end of a tachycardia: the scores of some five windows
 * must support the new rate. A jump by this ratio or more is not limited: it leads to a harmonic or into noise.
 */
const JUMP_COST = 4;
const MAX_JUMP = 1.75;

/**
 * The smoothest strong line through the spectra of overlapping windows, by dynamic programming: of each window's best
 * peaks, with scores scaled to sum 1, one is chosen so that the scores minus the cost of change are maximal (after the
 * ridge extraction of Carmona, Hwang & Torresani 1999, doi:10.1109/78.740131).
 * @param windows peaks of each window, best first.
 * @returns Hz for each window; null where a window has no peak.
 */
export function ridgePath(windows: readonly (readonly Peak[])[]): number[] | null {
  const steps: Step[][] = [];
  for (const peaks of windows) {
    const found = peaks.slice(0, CANDIDATES);
    const total = found.reduce((sum, { score }) => sum + score, 0);
    if (!(total > 0)) return null;
    const before = steps.at(-1);
    steps.push(found.map(({ hz, score }) => stepTo(hz, score / total, before)));
  }
  return smoothed(best(steps));
}

/** The best path to one peak of one window. */
interface Step {
  readonly hz: number;
  readonly worth: number;
  readonly from: number;
}

function stepTo(hz: number, score: number, before: readonly Step[] | undefined): Step {
  if (before === undefined) return { hz, worth: score, from: -1 };
  const worths = before.map((one) => one.worth - changeCost(one.hz, hz));
  const from = highest(worths);
  return { hz, worth: score + (worths[from] ?? 0), from };
}

function changeCost(from: number, to: number): number {
  const hz = Math.abs(to - from);
  const cost = COST_PER_HZ * hz + FAST_COST_PER_HZ * Math.max(0, hz - FAST_HZ);
  const isJump = Math.max(from, to) < MAX_JUMP * Math.min(from, to);
  return isJump ? Math.min(cost, JUMP_COST) : cost;
}

function best(steps: readonly (readonly Step[])[]): number[] {
  const path: number[] = [];
  let at = highest((steps.at(-1) ?? []).map(({ worth }) => worth));
  for (let k = steps.length - 1; k >= 0; k--) {
    const step = steps[k]?.[at];
    path.unshift(step?.hz ?? Number.NaN);
    at = step?.from ?? -1;
  }
  return path;
}

function highest(values: readonly number[]): number {
  return values.reduce((at, value, i) => (value > (values[at] ?? value) ? i : at), 0);
}

/** Median of three, then mean of three: removes single outliers and the granularity of the peaks. */
function smoothed(path: readonly number[]): number[] {
  const near = (values: readonly number[], k: number): number[] =>
    [k - 1, k, k + 1].map((i) => values[Math.max(0, Math.min(values.length - 1, i))] ?? Number.NaN);
  const middles = path.map((_, k) => median(near(path, k)));
  return middles.map((_, k) => near(middles, k).reduce((sum, one) => sum + one, 0) / 3);
}
