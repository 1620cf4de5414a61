// SPDX-License-Identifier: Apache-2.0
/**
 * How a heart's mean rate changes during filming, relative to its starting rate. Closed forms, so that the phase at any
 * time is known exactly.
 */

/**
 * - `ramp`: from no change to `by` within `overS`, then level.
 * - `dip`: falls by `by` and recovers within `widthS` around `atS`, as after a deep breath or a start; a negative `by`
 *   rises.
 * - `recovery`: `by` too fast at the start, half of that after `halfLifeS`, as after exercise.
 */
export type RateCourse =
  | { readonly kind: 'steady' }
  | { readonly kind: 'ramp'; readonly by: number; readonly overS: number }
  | { readonly kind: 'dip'; readonly by: number; readonly atS: number; readonly widthS: number }
  | { readonly kind: 'recovery'; readonly by: number; readonly halfLifeS: number };

export interface RateChange {
  /** Beats gained since 0 s relative to a steady heart. */
  readonly beats: (timeS: number) => number;
  /** Least and greatest change of the rate, beats per minute. */
  readonly least: number;
  readonly greatest: number;
}

const TURN = 2 * Math.PI;

const between = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

function length(name: string, seconds: number): number {
  if (seconds >= 1 && seconds <= 600) return seconds;
  throw new RangeError(`${name} must be 1 to 600.`);
}

function extent(by: number): Pick<RateChange, 'least' | 'greatest'> {
  return { least: Math.min(0, by), greatest: Math.max(0, by) };
}

/** @throws RangeError when a length is outside its range. */
export function rateChange(course: RateCourse): RateChange {
  switch (course.kind) {
    case 'steady':
      return { beats: () => 0, least: 0, greatest: 0 };
    case 'ramp': {
      const overS = length('overS', course.overS);
      const perSecond = course.by / 60;
      return {
        beats: (timeS) => {
          const rising = between(timeS, 0, overS);
          return perSecond * (rising ** 2 / (2 * overS) + Math.max(0, timeS - overS));
        },
        ...extent(course.by),
      };
    }
    case 'dip': {
      const widthS = length('widthS', course.widthS);
      const from = course.atS - widthS / 2;
      const gained = (timeS: number): number => {
        const inside = between(timeS - from, 0, widthS);
        const swing = (widthS / TURN) * Math.sin((TURN * inside) / widthS);
        return (-course.by / 60) * 0.5 * (inside - swing);
      };
      return { beats: (timeS) => gained(timeS) - gained(0), ...extent(-course.by) };
    }
    case 'recovery': {
      const decay = Math.LN2 / length('halfLifeS', course.halfLifeS);
      return {
        beats: (timeS) => ((course.by / 60) * (1 - Math.exp(-decay * timeS))) / decay,
        ...extent(course.by),
      };
    }
  }
}
