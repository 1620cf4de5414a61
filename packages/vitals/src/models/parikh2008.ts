// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { PARIKH_2008 } from './coefficients/framingham.ts';
import { defineModel, withPerson } from './health-model.ts';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import {
  hasDiabetes,
  hasHypertension,
  physiqueOf,
  type CuffReading,
  type Physique,
} from './subject.ts';

const RANGE = { ageYears: [20, 69] } as const satisfies InputRange;
const YEARS = 4;

export interface IncidentHypertensionInput extends Physique, CuffReading {
  readonly smoker: boolean;
  readonly parentsWithHypertension: 0 | 1 | 2;
}

/**
 * Risk of getting hypertension within four years, percent, for someone below 140/90 mmHg without diabetes.
 *
 * Parikh NI, Pencina MJ, Wang TJ and others. Ann Intern Med 2008;148:102,
 * doi:10.7326/0003-4819-148-2-200801150-00005. Framingham Offspring, 20-69 years; C statistic 0.788.
 */
export function incidentHypertensionRisk(
  input: IncidentHypertensionInput,
): Outcome<number, MissingReason> {
  const outside = outsideRange(RANGE, input);
  if (outside !== null) return refused(outside);
  if (!(input.systolic < 140 && input.diastolic < 90))
    return refused('blood-pressure-out-of-range');
  const c = PARIKH_2008;
  const logTime =
    c.intercept +
    (input.sex === 'female' ? c.female : 0) +
    c.age * input.ageYears +
    c.bmi * input.bmi +
    c.systolic * input.systolic +
    c.diastolic * input.diastolic +
    (input.smoker ? c.smoker : 0) +
    c.parents * input.parentsWithHypertension +
    c.ageDiastolic * input.ageYears * input.diastolic;
  return accepted(100 * (1 - Math.exp(-Math.exp((Math.log(YEARS) - logTime) / c.scale))));
}

/**
 * An alternative: it answers another question than the channel's (getting, not having), and the parents are not asked
 * about.
 */
export const incidentHypertensionModel = defineModel({
  source: 'framingham_parikh2008_4y',
  channel: 'HPT_RISK_PROB',
  kind: 'estimated',
  use: 'alternative',
  inputs: ['sex', 'age', 'bmi', 'systolic', 'diastolic', 'smoker', 'diabetes', 'hypertension'],
  range: RANGE,
  appliesTo: ({ cuff }) => cuff.ok,
  evaluate: withPerson((person, { cuff }) => {
    if (hasHypertension(person)) return refused('already-diagnosed');
    if (hasDiabetes(person)) return refused('diabetes-not-covered');
    const physique = physiqueOf(person);
    if (!physique.ok) return physique;
    if (!cuff.ok) return cuff;
    const risk = incidentHypertensionRisk({
      ...physique.value,
      ...cuff.value,
      smoker: person.smoker === true,
      parentsWithHypertension: 0,
    });
    return risk.ok ? accepted({ value: risk.value, inputSources: ['cuff_reading'] }) : risk;
  }),
});
