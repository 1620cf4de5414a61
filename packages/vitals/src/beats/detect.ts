// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import { upsample } from '../signal/spline.ts';
import { standardDeviation } from '../signal/statistics.ts';
import { vertexAt } from '../signal/vertex.ts';

/** Least sampling rate for timing beats, samples/s. */
const TIMING_RATE = 250;
/** Least distance between beats as a share of the heart's period. */
const MIN_DISTANCE = 0.55;
/** Least prominence of a beat's slope, in standard deviations of all slopes. */
const MIN_PROMINENCE = 0.4;

/** Beats as steepest upslopes of the pulse. */
export interface Beats {
  /** Times from the first sample, s, ascending. */
  readonly timesS: Float64Array;
}

/**
 * Finds beats at the steepest upslope of a pulse wave, the point of a camera's pulse that can be timed best.
 * @param wave uniform, band-limited, rising with the blood. @param rate samples/s. @param f0 heart frequency, Hz.
 */
export function detectBeats(wave: Float64Array, rate: number, f0: number): Beats {
  const factor = Math.ceil(TIMING_RATE / rate);
  const fine = upsample(wave, factor);
  const fineRate = rate * factor;
  const slope = zeros(fine.length);
  for (let i = 1; i < fine.length - 1; i++) {
    slope[i] = ((fine[i + 1] ?? 0) - (fine[i - 1] ?? 0)) / 2;
  }
  const tops = spaced(prominent(slope), slope, (MIN_DISTANCE * fineRate) / f0);
  return {
    timesS: Float64Array.from(
      tops,
      (i) => vertexAt(i, slope[i - 1] ?? 0, slope[i] ?? 0, slope[i + 1] ?? 0) / fineRate,
    ),
  };
}

/** Local maxima that stand out from the deeper of the two adjacent valleys. */
function prominent(slope: Float64Array): number[] {
  const least = MIN_PROMINENCE * standardDeviation(slope);
  const tops: number[] = [];
  for (let i = 1; i < slope.length - 1; i++) {
    const here = slope[i] ?? 0;
    if (!(here > 0) || here <= (slope[i - 1] ?? 0) || here < (slope[i + 1] ?? 0)) continue;
    if (standsOut(slope, i, -1, least) && standsOut(slope, i, 1, least)) tops.push(i);
  }
  return tops;
}

/** Whether the slope falls by `least` from `i` in one direction before it is higher than there. */
function standsOut(slope: Float64Array, i: number, step: 1 | -1, least: number): boolean {
  const here = slope[i] ?? 0;
  for (let k = i + step; k >= 0 && k < slope.length; k += step) {
    const value = slope[k] ?? 0;
    if (value > here) return false;
    if (here - value >= least) return true;
  }
  return false;
}

/** Drops the lower of any two that are too close, starting from the highest. */
function spaced(tops: readonly number[], slope: Float64Array, distance: number): number[] {
  const order = [...tops].sort((a, b) => (slope[b] ?? 0) - (slope[a] ?? 0) || a - b);
  const dropped = new Set<number>();
  const place = new Map(tops.map((top, k) => [top, k]));
  for (const top of order) {
    if (dropped.has(top)) continue;
    for (const step of [-1, 1]) {
      for (let k = (place.get(top) ?? 0) + step; k >= 0 && k < tops.length; k += step) {
        const other = tops[k] ?? 0;
        if (Math.abs(other - top) >= distance) break;
        dropped.add(other);
      }
    }
  }
  return tops.filter((top) => !dropped.has(top));
}

/** Start and end of the rise that contains a sample, samples. */
export function riseAround(wave: Float64Array, at: number): { foot: number; crest: number } {
  let foot = at;
  while (foot > 0 && (wave[foot - 1] ?? 0) < (wave[foot] ?? 0)) foot--;
  let crest = at;
  while (crest < wave.length - 1 && (wave[crest + 1] ?? 0) > (wave[crest] ?? 0)) crest++;
  return { foot, crest };
}
