// SPDX-License-Identifier: Apache-2.0
export interface MeterReading {
  readonly value: number;
  readonly limits: readonly [number, number];
  /** Text of the meter: the value and its band in words. */
  readonly text: string;
}

/**
 * Attributes that make an element a meter for screen readers. @param labelledBy id of the element that names the value.
 */
export const meter = (labelledBy: string, { value, limits, text }: MeterReading) => ({
  role: 'meter',
  'aria-labelledby': labelledBy,
  'aria-valuenow': value,
  'aria-valuemin': Math.min(limits[0], value),
  'aria-valuemax': Math.max(limits[1], value),
  'aria-valuetext': text,
});
