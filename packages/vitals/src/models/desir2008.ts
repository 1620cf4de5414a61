// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { DESIR_2008 } from './coefficients/diabetes-scores.ts';
import { defineModel, withPerson } from './health-model.ts';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import { logisticPercent, spreadThrough } from './spread.ts';
import { hasDiabetes, hasHypertension, sexOf, type Sex } from './subject.ts';
import { WAIST_RANGE, waistOf } from './waist.ts';

const RANGE = { ageYears: [30, 65], ...WAIST_RANGE } as const satisfies InputRange;

interface DesirInput {
  readonly sex: Sex;
  readonly ageYears: number;
  readonly waistCm: number;
  readonly smoker: boolean;
  readonly hypertension: boolean;
}

/**
 * Risk of diabetes within nine years, percent; diabetes in the family is not asked for and taken as no.
 *
 * Balkau B, Lange C, Fezeu L and others. Diabetes Care 2008;31:2056, doi:10.2337/dc08-0368. 3,817 French adults of
 * 30-65 years; area under the curve 0.713 (men), 0.827 (women).
 */
function desirDiabetesRisk(input: DesirInput): Outcome<number, MissingReason> {
  const outside = outsideRange(RANGE, input);
  return outside === null ? accepted(riskPercent(input)) : refused(outside);
}

function riskPercent({ sex, waistCm, smoker, hypertension }: DesirInput): number {
  const c = DESIR_2008[sex];
  return logisticPercent(
    c.intercept +
      c.waistCm * waistCm +
      (smoker ? c.smoker : 0) +
      (hypertension ? c.hypertension : 0),
  );
}

export const desirDiabetesModel = defineModel({
  source: 'desir2008_clinical',
  channel: 'DBT_RISK_PROB',
  kind: 'estimated',
  use: 'alternative',
  inputs: ['sex', 'age', 'waist', 'smoker', 'hypertension', 'diabetes'],
  range: RANGE,
  evaluate: withPerson((person) => {
    if (hasDiabetes(person)) return refused('already-diagnosed');
    const sex = sexOf(person);
    if (!sex.ok) return sex;
    const waist = waistOf(person);
    if (!waist.ok) return waist;
    const { ageYears } = person;
    if (ageYears === undefined) return refused('answers-missing');
    const input: DesirInput = {
      sex: sex.value,
      ageYears,
      waistCm: waist.value.value,
      smoker: person.smoker === true,
      hypertension: hasHypertension(person),
    };
    const risk = desirDiabetesRisk(input);
    if (!risk.ok) return risk;
    return accepted({
      value: risk.value,
      uncertainty: spreadThrough(waist.value, (waistCm) => riskPercent({ ...input, waistCm })),
      inputSources: [waist.value.source],
    });
  }),
});
