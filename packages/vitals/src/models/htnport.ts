// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { HTNPORT, type HtnCoefficients, type HtnVariable } from './coefficients/htnport.ts';
import { defineModel, withPerson } from './health-model.ts';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import { logisticPercent } from './spread.ts';
import {
  hasDiabetes,
  hasHypertension,
  physiqueOf,
  type Physique,
  type Subject,
} from './subject.ts';

const HTNPORT_RANGE = { ageYears: [20, 79], bmi: [15, 60] } as const satisfies InputRange;

export interface HypertensionInput extends Physique {
  readonly diabetic: boolean;
}

/**
 * Probability that a person like this has hypertension now, percent, with the family history known.
 *
 * Hypertension Population Risk Tool (HTNPoRT), reduced model: Islam R, Manuel DG and others, thesis
 * doi:10.20381/ruor-31356, preprint doi:10.64898/2025.12.10.25342022. Canadian Health Measures Survey, 19,643 adults
 * of 20-79 years; logistic regression with restricted cubic splines. Area under the curve on NHANES 1999-2018
 * (19,286 adults) 0.80 men, 0.85 women.
 */
export function hypertensionProbability(
  input: HypertensionInput & { readonly familyHistory: boolean },
): Outcome<number, MissingReason> {
  const outside = outsideRange(HTNPORT_RANGE, input);
  return outside === null ? accepted(probability(input, input.familyHistory)) : refused(outside);
}

export interface MarginalProbability {
  /** Percent. */
  readonly value: number;
  /** Standard deviation that comes from not knowing the family history, percentage points. */
  readonly sd: number;
}

/** The same averaged over the unknown family history, weighted by its share in the development sample. */
function marginalHypertensionProbability(
  input: HypertensionInput,
): Outcome<MarginalProbability, MissingReason> {
  const outside = outsideRange(HTNPORT_RANGE, input);
  if (outside !== null) return refused(outside);
  const share = HTNPORT[input.sex].familyHistoryShare;
  const withFamily = probability(input, true);
  const without = probability(input, false);
  return accepted({
    value: share * withFamily + (1 - share) * without,
    sd: Math.sqrt(share * (1 - share)) * Math.abs(withFamily - without),
  });
}

function probability(input: HypertensionInput, familyHistory: boolean): number {
  const model = HTNPORT[input.sex];
  const variables = variablesOf(model, input, familyHistory);
  const predictor = model.terms.reduce((sum, { factors, beta, centre }) => {
    const term = factors.reduce((product, name) => product * variables[name], 1);
    return sum + beta * (term - centre);
  }, model.intercept);
  return logisticPercent(predictor);
}

function variablesOf(
  { ageKnots, bmiKnots }: HtnCoefficients,
  { ageYears, bmi, diabetic }: HypertensionInput,
  familyHistory: boolean,
): Record<HtnVariable, number> {
  const [k1, k2, k3, k4] = ageKnots;
  const [b1, b2, b3] = bmiKnots;
  return {
    age1: ageYears,
    age2: splineTerm(ageYears, k1, k3, k4, k1),
    age3: splineTerm(ageYears, k2, k3, k4, k1),
    bmi1: bmi,
    bmi2: splineTerm(bmi, b1, b2, b3, b1),
    familyHistory: familyHistory ? 1 : 0,
    diabetes: diabetic ? 1 : 0,
  };
}

const cubeAbove = (x: number, knot: number): number => Math.max(0, x - knot) ** 3;

/** One term of Harrell's restricted cubic spline: for the knot, with the last two knots, scaled by the whole span. */
function splineTerm(
  x: number,
  knot: number,
  beforeLast: number,
  last: number,
  first: number,
): number {
  const tail =
    (cubeAbove(x, last) * (beforeLast - knot) - cubeAbove(x, beforeLast) * (last - knot)) /
    (last - beforeLast);
  return (cubeAbove(x, knot) + tail) / (last - first) ** 2;
}

/** Pressures from these values on already are the condition that the model predicts, mmHg. */
const HYPERTENSION = { systolic: 140, diastolic: 90 } as const;

/** Why an entered reading rules out a probability; null where it does not, or where there is no reading. */
function reasonOfCuff({ cuff }: Subject): MissingReason | null {
  if (!cuff.ok) return cuff.reason === 'no-cuff-reading' ? null : cuff.reason;
  const { systolic, diastolic } = cuff.value;
  const isHigh = systolic >= HYPERTENSION.systolic || diastolic >= HYPERTENSION.diastolic;
  return isHigh ? 'blood-pressure-out-of-range' : null;
}

/** People who have hypertension, take medicine for it, or entered a pressure that high are not shown a probability. */
export const hypertensionModel = defineModel({
  source: 'htnport_reduced_marginal',
  channel: 'HPT_RISK_PROB',
  kind: 'estimated',
  inputs: ['sex', 'age', 'bmi', 'diabetes', 'hypertension', 'blood-pressure-medication', 'cuff'],
  range: HTNPORT_RANGE,
  evaluate: withPerson((person, subject) => {
    if (hasHypertension(person)) return refused('already-diagnosed');
    const measured = reasonOfCuff(subject);
    if (measured !== null) return refused(measured);
    const physique = physiqueOf(person);
    if (!physique.ok) return physique;
    const risk = marginalHypertensionProbability({
      ...physique.value,
      diabetic: hasDiabetes(person),
    });
    return risk.ok ? accepted({ value: risk.value.value, uncertainty: risk.value.sd }) : risk;
  }),
});
