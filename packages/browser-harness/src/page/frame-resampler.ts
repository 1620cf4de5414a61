// SPDX-License-Identifier: Apache-2.0
/** Converts the frame times of a recording to the constant rate of a camera file. */
import { framesPerSecond, type FrameRate } from '@perfuse/capture/y4m';

const COMMON_RATES: readonly FrameRate[] = [
  ...[5, 8, 10, 12, 15, 20, 24, 25, 30, 48, 50, 60].map((numerator) => ({
    numerator,
    denominator: 1,
  })),
  ...[15_000, 24_000, 30_000, 60_000].map((numerator) => ({ numerator, denominator: 1001 })),
];
/** Maximum rate of a camera; slow-motion recordings are thinned out. */
const FASTEST: FrameRate = { numerator: 60, denominator: 1 };
/** Rates closer than this are rounded to the common one: clocks of recorders differ by less. */
const SNAP = 0.0008;

/**
 * The intended rate of a recording: from the mean interval, without pauses and duplicate frames.
 * @param timesS frame times in s, in any order.
 * @returns null when there are fewer than two frames.
 */
export function nominalRate(timesS: readonly number[]): FrameRate | null {
  const sorted = [...timesS].sort((a, b) => a - b);
  const intervals = sorted.slice(1).map((time, at) => time - (sorted[at] ?? 0));
  const median = [...intervals].sort((a, b) => a - b)[Math.floor(intervals.length / 2)];
  if (median === undefined || median <= 0) return null;
  const ordinary = intervals.filter((value) => value > 0.5 * median && value < 1.5 * median);
  const mean = ordinary.reduce((sum, value) => sum + value, 0) / ordinary.length;
  const rate = 1 / mean;
  if (rate >= framesPerSecond(FASTEST)) return FASTEST;
  const distance = (common: FrameRate): number => Math.abs(framesPerSecond(common) / rate - 1);
  const nearest = COMMON_RATES.reduce((best, common) =>
    distance(common) < distance(best) ? common : best,
  );
  if (distance(nearest) < SNAP) return nearest;
  return { numerator: Math.max(1, Math.round(rate * 1000)), denominator: 1000 };
}

/**
 * Resamples to a constant rate: each tick gets the nearest frame in time. The first frame is tick 0; the last is shown
 * for one interval.
 */
export class FrameResampler<T> {
  readonly #periodS: number;
  #previous: { readonly atS: number; readonly frame: T } | undefined;
  #startS = 0;
  #ticks = 0;

  constructor(rate: FrameRate) {
    this.#periodS = 1 / framesPerSecond(rate);
  }

  /** Number of ticks with a frame so far. */
  get ticks(): number {
    return this.#ticks;
  }

  /** @returns the frames whose ticks are known now that the next frame is known. */
  next(atS: number, frame: T): T[] {
    const previous = this.#previous;
    if (previous !== undefined && atS <= previous.atS) return [];
    if (previous === undefined) this.#startS = atS;
    this.#previous = { atS, frame };
    return previous === undefined ? [] : this.#fill(previous.frame, (previous.atS + atS) / 2);
  }

  /** @returns the remaining frames. */
  end(): T[] {
    const previous = this.#previous;
    // Half a period: the last frame gets its nearest tick.
    return previous === undefined
      ? []
      : this.#fill(previous.frame, previous.atS + this.#periodS * 0.5);
  }

  #fill(frame: T, untilS: number): T[] {
    const frames: T[] = [];
    while (this.#startS + this.#ticks * this.#periodS < untilS) {
      frames.push(frame);
      this.#ticks += 1;
    }
    return frames;
  }
}
