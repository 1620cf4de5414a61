// SPDX-License-Identifier: Apache-2.0

/** @throws RangeError that names the option and its range. */
export function inRange(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new RangeError(
    `${name} must be ${String(least)} to ${String(most)}, not ${String(value)}.`,
  );
}
