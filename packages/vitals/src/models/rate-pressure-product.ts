// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { systolicOf } from './cuff-reading.ts';
import { defineModel } from './health-model.ts';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import { spreadThrough } from './spread.ts';
import type { Subject } from './subject.ts';

export const HEART_RATE_RANGE = { heartRate: [40, 180] } as const satisfies InputRange;

/** The heart rate that models use, 1/min: only a valid one from the pulse signal. */
export function heartRateOf({ heartRate }: Subject): Outcome<number, MissingReason> {
  if (heartRate === null || !(heartRate > 0)) return refused('no-heart-rate');
  const outside = outsideRange(HEART_RATE_RANGE, { heartRate });
  return outside === null ? accepted(heartRate) : refused(outside);
}

/**
 * Decimal logarithm of heart rate (1/min) times systolic pressure (mmHg).
 * Gobel FL, Nordstrom LA, Nelson RR, Jorgensen CR, Wang Y. Circulation 1978;57:549, doi:10.1161/01.CIR.57.3.549
 * (27 men with angina; the product follows the heart's oxygen use). With an expected pressure SD about 0.05.
 */
export const ratePressureProduct = (heartRate: number, systolic: number): number =>
  Math.log10(heartRate * systolic);

export const ratePressureModel = defineModel({
  source: 'log10_hr_times_sbp',
  channel: 'BP_RPP',
  kind: 'derived',
  inputs: ['heart-rate', 'systolic'],
  range: HEART_RATE_RANGE,
  evaluate: (subject) => {
    const rate = heartRateOf(subject);
    if (!rate.ok) return rate;
    const systolic = systolicOf(subject);
    if (!systolic.ok) return systolic;
    const product = (pressure: number): number => ratePressureProduct(rate.value, pressure);
    return accepted({
      value: product(systolic.value.value),
      uncertainty: spreadThrough(systolic.value, product),
      inputSources: [systolic.value.source],
    });
  },
});
