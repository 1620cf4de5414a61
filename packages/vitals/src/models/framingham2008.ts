// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { FRAMINGHAM_2008, FRAMINGHAM_SHARES } from './coefficients/framingham.ts';
import { systolicOf } from './cuff-reading.ts';
import { defineModel, withPerson, type HealthModel } from './health-model.ts';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import type { ModelSourceId } from '@perfuse/contract/results/sources';
import { spreadThrough } from './spread.ts';
import { hasDiabetes, physiqueOf, type Physique } from './subject.ts';

/** Age as published; for build and pressure the paper states no limits, so those of the WHO 2019 model are used. */
const FRAMINGHAM_RANGE = {
  ageYears: [30, 74],
  bmi: [15, 50],
  systolic: [80, 200],
} as const satisfies InputRange;

export interface FraminghamInput extends Physique {
  /** mmHg. */
  readonly systolic: number;
  readonly bloodPressureMedication: boolean;
  readonly smoker: boolean;
  readonly diabetic: boolean;
}

/**
 * Ten-year risk of any cardiovascular disease, percent: coronary disease with angina, stroke and TIA, heart failure,
 * claudication.
 *
 * D'Agostino RB Sr, Vasan RS, Pencina MJ and others. Circulation 2008;117:743, doi:10.1161/CIRCULATIONAHA.107.699579,
 * version with BMI in place of lipids. 8,491 people of Framingham, 30-74 years. C statistic of the lipid version
 * 0.763 (men), 0.793 (women); over-predicts in many modern cohorts.
 */
export function framinghamRisk(input: FraminghamInput): Outcome<number, MissingReason> {
  const outside = outsideRange(FRAMINGHAM_RANGE, input);
  return outside === null ? accepted(riskPercent(input)) : refused(outside);
}

function riskPercent(input: FraminghamInput): number {
  const c = FRAMINGHAM_2008[input.sex];
  const predictor =
    c.lnAge * Math.log(input.ageYears) +
    c.lnBmi * Math.log(input.bmi) +
    (input.bloodPressureMedication ? c.lnSystolicTreated : c.lnSystolicUntreated) *
      Math.log(input.systolic) +
    (input.smoker ? c.smoker : 0) +
    (input.diabetic ? c.diabetes : 0);
  return 100 * (1 - c.baselineSurvival ** Math.exp(predictor - c.mean));
}

/** Which part of the whole risk a channel shows; the shares belong to the lipid version. */
export type FraminghamPart = 'all' | 'coronary' | 'stroke';
export const framinghamShare = (part: FraminghamPart, sex: Physique['sex']): number =>
  part === 'all' ? 1 : FRAMINGHAM_SHARES[sex][part];

function framinghamModel(
  source: ModelSourceId,
  channel: HealthModel['channel'],
  part: FraminghamPart,
): HealthModel {
  return defineModel({
    source,
    channel,
    kind: 'estimated',
    inputs: ['sex', 'age', 'bmi', 'systolic', 'blood-pressure-medication', 'smoker', 'diabetes'],
    range: FRAMINGHAM_RANGE,
    appliesTo: ({ person }) => person !== undefined && hasDiabetes(person),
    evaluate: withPerson((person, subject) => {
      const physique = physiqueOf(person);
      if (!physique.ok) return physique;
      const systolic = systolicOf(subject);
      if (!systolic.ok) return systolic;
      const input: FraminghamInput = {
        ...physique.value,
        systolic: systolic.value.value,
        bloodPressureMedication: person.bloodPressureMedication === true,
        smoker: person.smoker === true,
        diabetic: hasDiabetes(person),
      };
      const risk = framinghamRisk(input);
      if (!risk.ok) return risk;
      const share = framinghamShare(part, input.sex);
      return accepted({
        value: share * risk.value,
        uncertainty: spreadThrough(
          systolic.value,
          (pressure) => share * riskPercent({ ...input, systolic: pressure }),
        ),
        inputSources: [systolic.value.source],
      });
    }),
  });
}

export const framinghamCardiovascularModel = framinghamModel('framingham2008_bmi', 'BP_CVD', 'all');
export const framinghamCoronaryModel = framinghamModel(
  'framingham2008_bmi_chd_share',
  'BP_HEART_ATTACK',
  'coronary',
);
export const framinghamStrokeModel = framinghamModel(
  'framingham2008_bmi_stroke_share',
  'BP_STROKE',
  'stroke',
);
