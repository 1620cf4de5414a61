// SPDX-License-Identifier: Apache-2.0

/** Maps values to pixels, with round ticks. */
export interface Axis {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10] as const;

/** The round step that divides a span into at most `most` parts. */
export function roundStep(span: number, most: number): number {
  const raw = span / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * (STEPS.find((step) => step * power >= raw * (1 - 1e-9)) ?? 10);
}

/**
 * An axis that covers all values with some margin and ends on round ticks.
 * @param from,to pixels of the lower and the upper end.
 */
export function axisOf(values: readonly number[], from: number, to: number, most = 5): Axis {
  const low = Math.min(...values);
  const high = Math.max(...values);
  // Values that are nearly equal still get an axis.
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

/** A tick's number without the noise of binary fractions. */
export const tickText = (value: number): string => String(Number(value.toPrecision(10)));
