// SPDX-License-Identifier: Apache-2.0
import { accepted, refused } from '@perfuse/contract/outcome';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { defineModel, withPerson, type ModelResult } from './health-model.ts';
import { BMI_RANGE, bmiOf, rangesOf } from './subject.ts';
import { BOZEMAN_RANGE, estimatedWaist, measuredWaist, WAIST_RANGE } from './waist.ts';

/**
 * A body shape index (ABSI) times 100: waist / (BMI^(2/3) height^(1/2)), lengths in metres.
 * Krakauer NY, Krakauer JC. PLoS ONE 2012;7:e39504, doi:10.1371/journal.pone.0039504. US adults (NHANES).
 */
const bodyShapeIndex = (waistCm: number, heightCm: number, bmi: number): number =>
  waistCm / (bmi ** (2 / 3) * Math.sqrt(heightCm / 100));

function fromWaist(person: Demographics, waistCm: number): ModelResult {
  const bmi = bmiOf(person);
  if (!bmi.ok) return bmi;
  const { heightCm } = person;
  if (heightCm === undefined) return refused('answers-missing');
  return accepted({
    value: bodyShapeIndex(waistCm, heightCm, bmi.value),
    ...rangesOf(person),
  });
}

/** The index is only meaningful with a measured waist. */
export const bodyShapeIndexModel = defineModel({
  source: 'krakauer2012_x100_measured_waist',
  channel: 'ABSI',
  kind: 'derived',
  inputs: ['waist', 'height', 'weight'],
  range: { ...BMI_RANGE, ...WAIST_RANGE },
  evaluate: withPerson((person) => {
    const waist = measuredWaist(person);
    return waist.ok ? fromWaist(person, waist.value.value) : waist;
  }),
});

/** From an estimated waist: correlation with the true index 0.40 (0.49 men, 0.29 women), so it is not shown. */
export const estimatedBodyShapeIndexModel = defineModel({
  source: 'krakauer2012_x100_from_bozeman_waist',
  channel: 'ABSI',
  kind: 'estimated',
  use: 'alternative',
  inputs: ['sex', 'age', 'height', 'weight'],
  range: { ...BMI_RANGE, ...BOZEMAN_RANGE },
  evaluate: withPerson((person) => {
    const waist = estimatedWaist(person);
    return waist.ok ? fromWaist(person, waist.value.value) : waist;
  }),
});
