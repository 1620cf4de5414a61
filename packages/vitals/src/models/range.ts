// SPDX-License-Identifier: Apache-2.0
import type { MissingReason } from '@perfuse/contract/results/reasons';

/** Inputs that models accept only within limits, with the reason outside them; in the order of the checks. */
const OUTSIDE = {
  ageYears: 'age-out-of-range',
  heightCm: 'height-out-of-range',
  weightKg: 'weight-out-of-range',
  bmi: 'bmi-out-of-range',
  waistCm: 'waist-out-of-range',
  systolic: 'blood-pressure-out-of-range',
  diastolic: 'blood-pressure-out-of-range',
  heartRate: 'heart-rate-out-of-range',
} as const satisfies Record<string, MissingReason>;

export type RangedInput = keyof typeof OUTSIDE;
/** Lowest and highest accepted value, both inclusive, by input. */
export type InputRange = Readonly<Partial<Record<RangedInput, readonly [number, number]>>>;

/** @returns the reason of the first value outside its limits (or not a number), null when all are inside. */
export function outsideRange<R extends InputRange>(
  range: R,
  values: Readonly<Record<Extract<keyof R, RangedInput>, number>>,
): MissingReason | null;
export function outsideRange(
  range: InputRange,
  values: Readonly<Partial<Record<RangedInput, number>>>,
): MissingReason | null {
  for (const [name, reason] of Object.entries(OUTSIDE)) {
    if (!isRangedInput(name)) continue;
    const limits = range[name];
    if (limits === undefined) continue;
    const value = values[name] ?? Number.NaN;
    // Written so that NaN counts as outside.
    if (!(value >= limits[0] && value <= limits[1])) return reason;
  }
  return null;
}

function isRangedInput(name: string): name is RangedInput {
  return Object.hasOwn(OUTSIDE, name);
}
