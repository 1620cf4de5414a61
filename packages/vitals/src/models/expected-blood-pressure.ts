// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { NHANES_PRESSURE, type PressureCoefficients } from './coefficients/nhanes.ts';
import { defineModel, withPerson, type HealthModel } from './health-model.ts';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import type { ModelSourceId } from '@perfuse/contract/results/sources';
import type { Quantity } from './spread.ts';
import { hasDiabetes, physiqueOf, type Physique } from './subject.ts';

const EXPECTED_PRESSURE_RANGE = { ageYears: [18, 79] } as const satisfies InputRange;
/** The model's own limits: beyond them the body mass index has no further effect (stated by the model). */
const BMI_LIMITS = { min: 15, max: 60 } as const;

export interface PressureInput extends Physique {
  readonly bloodPressureMedication: boolean;
  readonly diabetic: boolean;
  readonly smoker: boolean;
  readonly toldHypertension: boolean;
}

/** A pressure expected for a profile, mmHg, with its standard deviation at that age. */
export interface ExpectedPressure {
  readonly value: number;
  readonly sd: number;
}

const SOURCE = 'own_nhanes_expected_bp_v1';
const SOURCE_WITH_TOLD = 'own_nhanes_expected_bp_v1_with_htn';

/**
 * Resting blood pressure expected for a profile, mmHg: not a measurement.
 *
 * This project's own model (v1), not peer reviewed: survey-weighted least squares on NHANES 1999-2018, 20,745 US
 * adults of 18-79 years, not pregnant, mean of up to four mercury readings. Residual SD 14.1 / 14.7 mmHg systolic
 * and 10.4 / 9.9 mmHg diastolic (men / women), larger with age.
 */
export function expectedPressure(
  outcome: keyof typeof NHANES_PRESSURE,
  input: PressureInput,
): Outcome<ExpectedPressure, MissingReason> {
  const outside = outsideRange(EXPECTED_PRESSURE_RANGE, input);
  if (outside !== null) return refused(outside);
  const c: PressureCoefficients = NHANES_PRESSURE[outcome][input.sex];
  const a = input.ageYears - 50;
  const b = Math.min(Math.max(input.bmi, BMI_LIMITS.min), BMI_LIMITS.max) - 27;
  const untreated = input.toldHypertension && !input.bloodPressureMedication;
  const value =
    c.intercept +
    c.a * a +
    c.a2 * a * a +
    c.b * b +
    (input.bloodPressureMedication ? c.bloodPressureMedication : 0) +
    (input.diabetic ? c.diabetes : 0) +
    (input.smoker ? c.smoker : 0) +
    (untreated ? c.untreatedHypertension : 0);
  return accepted({ value, sd: residualSd(c, input.ageYears) });
}

function residualSd(
  { residualSd: [young, middle, old] }: PressureCoefficients,
  age: number,
): number {
  if (age < 40) return young;
  return age < 60 ? middle : old;
}

/** The pressure expected for this person, for models that need one and have no cuff reading. */
export function expectedPressureOf(
  outcome: keyof typeof NHANES_PRESSURE,
  person: Demographics,
): Outcome<Quantity, MissingReason> {
  const physique = physiqueOf(person);
  if (!physique.ok) return physique;
  const { smoker, diabetes, bloodPressureMedication, hypertension } = person;
  if (smoker === undefined || diabetes === undefined || bloodPressureMedication === undefined)
    return refused('answers-missing');
  const expected = expectedPressure(outcome, {
    ...physique.value,
    bloodPressureMedication,
    diabetic: hasDiabetes(person),
    smoker,
    toldHypertension: hypertension === true,
  });
  return expected.ok ? accepted({ ...expected.value, source: SOURCE }) : expected;
}

function pressureModel(
  source: ModelSourceId,
  channel: 'BP_SYSTOLIC' | 'BP_DIASTOLIC',
  outcome: keyof typeof NHANES_PRESSURE,
  use: HealthModel['use'],
): HealthModel {
  return defineModel({
    source,
    channel,
    kind: 'estimated',
    use,
    inputs: ['sex', 'age', 'bmi', 'blood-pressure-medication', 'diabetes', 'smoker'],
    range: EXPECTED_PRESSURE_RANGE,
    // A refused cuff reading leaves the pressure missing; it is not silently replaced.
    appliesTo: ({ cuff }) => !cuff.ok && cuff.reason === 'no-cuff-reading',
    evaluate: withPerson((person) => {
      const expected = expectedPressureOf(outcome, person);
      if (!expected.ok) return expected;
      return accepted({ value: expected.value.value, uncertainty: expected.value.sd });
    }),
  });
}

export const expectedSystolicModel = pressureModel(SOURCE, 'BP_SYSTOLIC', 'systolic', 'standard');
export const expectedDiastolicModel = pressureModel(
  SOURCE,
  'BP_DIASTOLIC',
  'diastolic',
  'standard',
);
/** With a term for diagnosed, untreated hypertension (+10 mmHg): the spread is only 0.3 mmHg smaller. */
export const expectedSystolicWithToldModel = pressureModel(
  SOURCE_WITH_TOLD,
  'BP_SYSTOLIC',
  'systolicWithTold',
  'alternative',
);
