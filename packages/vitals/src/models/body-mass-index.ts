// SPDX-License-Identifier: Apache-2.0
import { accepted } from '@perfuse/contract/outcome';
import { defineModel, withPerson } from './health-model.ts';
import { BMI_RANGE, bmiOf, rangesOf } from './subject.ts';

/** Body mass index, kg/m2: weight over height squared (WHO definition). Exact for the values entered; 10-65. */
export const bodyMassIndexModel = defineModel({
  source: 'kg_per_m2',
  channel: 'BMI_CALC',
  kind: 'derived',
  inputs: ['height', 'weight'],
  range: BMI_RANGE,
  evaluate: withPerson((person) => {
    const bmi = bmiOf(person);
    return bmi.ok ? accepted({ value: bmi.value, ...rangesOf(person) }) : bmi;
  }),
});
