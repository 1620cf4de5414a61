// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { FINDRISC_2003, FINDRISC_WAIST_CM } from './coefficients/diabetes-scores.ts';
import { defineModel, withPerson } from './health-model.ts';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import { logisticPercent, spreadThrough, type Quantity } from './spread.ts';
import { BMI_RANGE, hasDiabetes, physiqueOf, type Physique } from './subject.ts';
import { BOZEMAN_RANGE, waistOf } from './waist.ts';

const FINDRISC_RANGE = {
  ageYears: [20, 79],
  bmi: BMI_RANGE.bmi,
} as const satisfies InputRange;
/** Ages of the development sample; other ages are extrapolated and marked as such. */
const DEVELOPMENT_AGE = { ageYears: [35, 64] } as const satisfies InputRange;

export interface DiabetesInput extends Physique {
  /** cm; may be omitted above BMI 40, where the top class is used. */
  readonly waistCm?: number;
  readonly bloodPressureMedication: boolean;
}

/**
 * Risk of drug-treated type 2 diabetes within ten years, percent. High glucose in the past is not asked for and taken
 * as no.
 *
 * Lindström J, Tuomilehto J. Diabetes Care 2003;26:725, doi:10.2337/diacare.26.3.725, concise logistic model of
 * FINDRISC. 4,435 Finns of 35-64 years, 182 cases. The points score reached C 0.77 in HUNT3 and overstated the risk.
 */
export function diabetesRisk(input: DiabetesInput): Outcome<number, MissingReason> {
  const outside = outsideRange(FINDRISC_RANGE, input);
  if (outside !== null) return refused(outside);
  if (input.waistCm === undefined && !(input.bmi > BOZEMAN_RANGE.bmi[1]))
    return refused('no-waist');
  return accepted(riskPercent(input));
}

function riskPercent(input: DiabetesInput): number {
  const c = FINDRISC_2003;
  return logisticPercent(
    c.intercept +
      ageTerm(input.ageYears) +
      bmiTerm(input.bmi) +
      waistTerm(input) +
      (input.bloodPressureMedication ? c.bloodPressureMedication : 0),
  );
}

function ageTerm(ageYears: number): number {
  if (ageYears >= 55) return FINDRISC_2003.age55up;
  return ageYears >= 45 ? FINDRISC_2003.age45to54 : 0;
}

function bmiTerm(bmi: number): number {
  if (bmi > 30) return FINDRISC_2003.bmiOver30;
  return bmi > 25 ? FINDRISC_2003.bmi25to30 : 0;
}

function waistTerm({ sex, waistCm }: DiabetesInput): number {
  const [middle, high] = FINDRISC_WAIST_CM[sex];
  if (waistCm === undefined || waistCm >= high) return FINDRISC_2003.waistHigh;
  return waistCm >= middle ? FINDRISC_2003.waistMiddle : 0;
}

/** The waist, or null where none was entered and the body mass index is above the estimate's range. */
function waistIfKnown(person: Demographics, bmi: number): Outcome<Quantity | null, MissingReason> {
  if (person.waistCm === undefined && bmi > BOZEMAN_RANGE.bmi[1]) return accepted(null);
  return waistOf(person);
}

export const diabetesModel = defineModel({
  source: 'findrisc2003_concise_logit',
  channel: 'DBT_RISK_PROB',
  kind: 'estimated',
  inputs: ['sex', 'age', 'bmi', 'waist', 'blood-pressure-medication', 'diabetes'],
  range: FINDRISC_RANGE,
  evaluate: withPerson((person) => {
    if (hasDiabetes(person)) return refused('already-diagnosed');
    const physique = physiqueOf(person);
    if (!physique.ok) return physique;
    const waist = waistIfKnown(person, physique.value.bmi);
    if (!waist.ok) return waist;
    const { bloodPressureMedication = false } = person;
    const base: DiabetesInput = { ...physique.value, bloodPressureMedication };
    const known = waist.value;
    const risk = diabetesRisk(known === null ? base : { ...base, waistCm: known.value });
    if (!risk.ok) return risk;
    const extrapolated = outsideRange(DEVELOPMENT_AGE, physique.value) !== null;
    return accepted({
      value: risk.value,
      ...(known === null
        ? {}
        : {
            uncertainty: spreadThrough(known, (waistCm) => riskPercent({ ...base, waistCm })),
            inputSources: [known.source],
          }),
      ...(extrapolated ? { reason: 'outside-development-age' as const } : {}),
    });
  }),
});
