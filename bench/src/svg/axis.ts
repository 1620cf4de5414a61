// SPDX-License-Identifier: Apache-2.0

/** From values to pixels, with round marks. */
export interface Axis {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10] as const;

/** The round step that cuts a span into at most so many parts. */
export function roundStep(span: number, most: number): number {
  const raw = span / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * (STEPS.find((step) => step * power >= raw * (1 - 1e-9)) ?? 10);
}

/**
 * An axis that holds all values with a little room, its ends on round marks.
 * @param from,to pixels of the lower and the upper end.
 */
export function axisOf(values: readonly number[], from: number, to: number, most = 5): Axis {
  const low = Math.min(...values);
  const high = Math.max(...values);
  // Values that are all but one still get an axis.
  const least = high > low ? 1e-6 * Math.max(1, Math.abs(high)) : Math.max(1, 0.1 * Math.abs(high));
  const span = Math.max(high - low, least);
  const middle = (low + high) / 2;
  const step = roundStep(span * 1.08, most);
  const first = Math.floor((middle - span * 0.54) / step);
  const last = Math.ceil((middle + span * 0.54) / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, k) => (first + k) * step);
  const [bottom, top] = [first * step, last * step];
  return { ticks, at: (value) => from + ((value - bottom) / (top - bottom)) * (to - from) };
}

/** A mark's number without the tail of binary fractions. */
export const tickText = (value: number): string => String(Number(value.toPrecision(10)));
