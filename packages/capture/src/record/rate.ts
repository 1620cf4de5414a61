// SPDX-License-Identifier: Apache-2.0
import { median } from '../median.ts';

/** The displayed rate is computed from this many latest timestamps (specification, section 9). */
const RATE_FRAMES = 10;
/** The usual interval is the median of this many, available from the fifth on. */
const INTERVALS = 31;
const MINIMUM_INTERVALS = 5;
/** Real cameras deviate some ms from their interval; from here on, in usual intervals, a frame is missing. */
const GAP = 1.5;

/**
 * Computes rate and losses from capture times. If a camera changes its rate (dim light halves it), frames count as lost
 * until the new interval is the usual one, for about half a second.
 */
export class FrameClock {
  readonly #times: number[] = [];
  readonly #intervals: number[] = [];

  /**
   * @param timeMs of the next frame.
   * @returns frames lost before it, or undefined if it is not newer than the last: a repeated frame, to be dropped.
   */
  push(timeMs: number): number | undefined {
    const last = this.#times.at(-1);
    if (last !== undefined && timeMs <= last) return undefined;
    this.#times.push(timeMs);
    if (this.#times.length > RATE_FRAMES) this.#times.shift();
    if (last === undefined) return 0;
    const interval = timeMs - last;
    const lost = this.#lostIn(interval);
    this.#intervals.push(interval);
    if (this.#intervals.length > INTERVALS) this.#intervals.shift();
    return lost;
  }

  /** Frames per second over the latest timestamps; 0 while there are fewer than two. */
  get framesPerS(): number {
    const span = (this.#times.at(-1) ?? 0) - (this.#times[0] ?? 0);
    return span > 0 ? ((this.#times.length - 1) * 1000) / span : 0;
  }

  #lostIn(interval: number): number {
    if (this.#intervals.length < MINIMUM_INTERVALS) return 0;
    const usual = median(this.#intervals);
    return interval > GAP * usual ? Math.round(interval / usual) - 1 : 0;
  }
}
