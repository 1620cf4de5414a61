// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { CAMBRIDGE_2000 } from './coefficients/diabetes-scores.ts';
import { defineModel, withPerson } from './health-model.ts';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import { logisticPercent } from './spread.ts';
import { BMI_RANGE, hasDiabetes, physiqueOf, type Physique } from './subject.ts';

/** The paper states no limits; these are those of our other models of the same channel. */
const RANGE = { ageYears: [20, 79], bmi: BMI_RANGE.bmi } as const satisfies InputRange;

export interface CambridgeInput extends Physique {
  readonly bloodPressureMedication: boolean;
  readonly smoker: boolean;
}

/**
 * Cambridge diabetes risk score times 100: an index, not a probability (its study over-sampled cases: where the mean
 * score was 26, 1.2 % of NHANES had HbA1c of 7.0 % or more).
 *
 * Griffin SJ, Little PS, Hales CN, Kinmonth AL, Wareham NJ. Diabetes Metab Res Rev 2000;16:164,
 * doi:10.1002/1520-7560(200005/06)16:3<164::AID-DMRR103>3.0.CO;2-R. British general practice; EPIC-Norfolk area
 * under the curve 0.74 for HbA1c of 7.0 % or more.
 */
export function cambridgeIndex(input: CambridgeInput): Outcome<number, MissingReason> {
  const outside = outsideRange(RANGE, input);
  if (outside !== null) return refused(outside);
  const c = CAMBRIDGE_2000;
  return accepted(
    logisticPercent(
      c.intercept +
        (input.sex === 'female' ? c.female : 0) +
        (input.bloodPressureMedication ? c.bloodPressureMedication : 0) +
        c.age * input.ageYears +
        bmiTerm(input.bmi) +
        (input.smoker ? c.smoker : 0),
    ),
  );
}

function bmiTerm(bmi: number): number {
  if (bmi >= 30) return CAMBRIDGE_2000.bmi30;
  if (bmi >= 27.5) return CAMBRIDGE_2000.bmi27half;
  return bmi >= 25 ? CAMBRIDGE_2000.bmi25 : 0;
}

export const cambridgeModel = defineModel({
  source: 'cambridge2000_score_x100',
  channel: 'HBA1C_RISK_PROB',
  kind: 'estimated',
  use: 'alternative',
  inputs: ['sex', 'age', 'bmi', 'blood-pressure-medication', 'smoker', 'diabetes'],
  range: RANGE,
  evaluate: withPerson((person) => {
    if (hasDiabetes(person)) return refused('already-diagnosed');
    const physique = physiqueOf(person);
    if (!physique.ok) return physique;
    const { bloodPressureMedication = false, smoker = false } = person;
    const index = cambridgeIndex({ ...physique.value, bloodPressureMedication, smoker });
    return index.ok ? accepted({ value: index.value }) : index;
  }),
});
