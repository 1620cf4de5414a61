// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import type { ChannelCode } from '@perfuse/contract/results/channels';
import { NHANES_LOGITS, type LogitCoefficients } from './coefficients/nhanes.ts';
import { defineModel, withPerson, type HealthModel } from './health-model.ts';
import type { ModelInput } from './lacking-answers.ts';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import type { ModelSourceId } from '@perfuse/contract/results/sources';
import { logisticPercent } from './spread.ts';
import { hasDiabetes, physiqueOf, type Physique } from './subject.ts';

const NHANES_RANGE = { ageYears: [20, 79], bmi: [16, 50] } as const satisfies InputRange;
export type NhanesOutcome = keyof typeof NHANES_LOGITS;

interface NhanesInput extends Physique {
  readonly smoker: boolean;
  readonly bloodPressureMedication: boolean;
  readonly diabetic: boolean;
}

/**
 * The shared form of this project's own probability models, percent: logistic in a = (age - 50) / 10 and b = ln(BMI /
 * 27), with squares, product, smoking, blood pressure medicine and diabetes. Not peer reviewed.
 *
 * Fitted on public-domain NHANES data (US adults, not pregnant; survey weights); areas under the curve from ten-fold
 * cross-validation by sampling unit, calibration slopes 0.95-0.99. Each outcome is described in its own file.
 */
function nhanesProbability(
  outcome: NhanesOutcome,
  input: NhanesInput,
): Outcome<number, MissingReason> {
  const outside = outsideRange(NHANES_RANGE, input);
  if (outside !== null) return refused(outside);
  const c: LogitCoefficients = NHANES_LOGITS[outcome][input.sex];
  const a = (input.ageYears - 50) / 10;
  const b = Math.log(input.bmi / 27);
  return accepted(
    logisticPercent(
      c.intercept +
        c.a * a +
        c.a2 * a * a +
        c.b * b +
        c.b2 * b * b +
        c.ab * a * b +
        (input.smoker ? c.smoker : 0) +
        (input.bloodPressureMedication ? c.bloodPressureMedication : 0) +
        (input.diabetic ? c.diabetes : 0),
    ),
  );
}

const INPUTS: readonly ModelInput[] = [
  'sex',
  'age',
  'bmi',
  'smoker',
  'blood-pressure-medication',
  'diabetes',
];

/** @param model what differs: `withoutDiabetes` for outcomes that are pointless once diabetes is diagnosed. */
export function nhanesModel(model: {
  readonly source: ModelSourceId;
  readonly channel: ChannelCode;
  readonly outcome: NhanesOutcome;
  readonly withoutDiabetes?: boolean;
  readonly inputs?: readonly ModelInput[];
}): HealthModel {
  const { source, channel, outcome, withoutDiabetes = false, inputs = INPUTS } = model;
  return defineModel({
    source,
    channel,
    kind: 'estimated',
    inputs,
    range: NHANES_RANGE,
    evaluate: withPerson((person) => {
      const diabetic = hasDiabetes(person);
      if (withoutDiabetes && diabetic) return refused('already-diagnosed');
      const physique = physiqueOf(person);
      if (!physique.ok) return physique;
      const { smoker = false, bloodPressureMedication = false } = person;
      const input = { ...physique.value, smoker, bloodPressureMedication, diabetic };
      const probability = nhanesProbability(outcome, input);
      return probability.ok ? accepted({ value: probability.value }) : probability;
    }),
  });
}
