// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import {
  WHO_HAZARDS,
  WHO_RECALIBRATION,
  type HazardCoefficients,
  type Recalibration,
} from './coefficients/who2019.ts';
import { systolicOf } from './cuff-reading.ts';
import { defineModel, withPerson, type HealthModel } from './health-model.ts';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import { spreadThrough } from './spread.ts';
import { hasDiabetes, physiqueOf, type Physique } from './subject.ts';
import type { ChartRegion } from '@perfuse/contract/results/chart-regions';

const WHO_RANGE = {
  ageYears: [40, 80],
  bmi: [15, 50],
  systolic: [80, 200],
} as const satisfies InputRange;

export interface WhoInput extends Physique {
  readonly region: ChartRegion;
  /** mmHg. */
  readonly systolic: number;
  readonly smoker: boolean;
}

/** Ten-year risks, percent. */
export interface CardiovascularRisks {
  readonly cardiovascular: number;
  readonly heartAttack: number;
  readonly stroke: number;
}

/**
 * Ten-year risk of heart attack or coronary death, of stroke, and of either, without a blood test.
 *
 * WHO CVD Risk Chart Working Group. Lancet Glob Health 2019;7:e1332, doi:10.1016/S2214-109X(19)30318-3: 85 cohorts,
 * recalibrated to 21 regions; age 40-80 without cardiovascular disease; diabetes is not an input. The equation
 * reproduces 14,699 of the 14,700 published chart cells. C statistics by region are in the paper's appendix.
 */
export function whoRisk(input: WhoInput): Outcome<CardiovascularRisks, MissingReason> {
  const outside = outsideRange(WHO_RANGE, input);
  return outside === null ? accepted(risks(input)) : refused(outside);
}

function risks(input: WhoInput): CardiovascularRisks {
  const hazards = WHO_HAZARDS[input.sex];
  const calibration = WHO_RECALIBRATION[input.region][input.sex];
  const coronary = recalibrated(rawRisk(hazards.coronary, input), calibration.coronary);
  const stroke = recalibrated(rawRisk(hazards.stroke, input), calibration.stroke);
  return {
    cardiovascular: 100 * (1 - (1 - coronary) * (1 - stroke)),
    heartAttack: 100 * coronary,
    stroke: 100 * stroke,
  };
}

function rawRisk(h: HazardCoefficients, input: WhoInput): number {
  const age = input.ageYears - 60;
  const bmi = input.bmi - 25;
  const systolic = input.systolic - 120;
  const smoker = input.smoker ? 1 : 0;
  const predictor =
    h.age * age +
    h.bmi * bmi +
    h.systolic * systolic +
    h.smoker * smoker +
    h.ageBmi * age * bmi +
    h.ageSystolic * age * systolic +
    h.ageSmoker * age * smoker;
  return 1 - h.baselineSurvival ** Math.exp(predictor);
}

const recalibrated = (risk: number, { cons, slope }: Recalibration): number =>
  1 - Math.exp(-Math.exp(cons + slope * Math.log(-Math.log(1 - risk))));

function whoModel(channel: HealthModel['channel'], event: keyof CardiovascularRisks): HealthModel {
  return defineModel({
    source: 'who2019_nonlab',
    channel,
    kind: 'estimated',
    // Whether it applies at all depends on diabetes.
    inputs: ['region', 'sex', 'age', 'bmi', 'systolic', 'smoker', 'diabetes'],
    range: WHO_RANGE,
    appliesTo: ({ person }) => person === undefined || !hasDiabetes(person),
    evaluate: withPerson((person, subject) => {
      const physique = physiqueOf(person);
      if (!physique.ok) return physique;
      const { ageYears, bmi } = physique.value;
      // Reported before a missing region: setting one would not help this person.
      const outside = outsideRange(PHYSIQUE_RANGE, { ageYears, bmi });
      if (outside !== null) return refused(outside);
      if (!subject.charts.ok) return subject.charts;
      const charts = subject.charts.value;
      const systolic = systolicOf(subject);
      if (!systolic.ok) return systolic;
      const input: WhoInput = {
        ...physique.value,
        region: charts.region,
        systolic: systolic.value.value,
        smoker: person.smoker === true,
      };
      const risk = whoRisk(input);
      if (!risk.ok) return risk;
      return accepted({
        value: risk.value[event],
        uncertainty: spreadThrough(
          systolic.value,
          (pressure) => risks({ ...input, systolic: pressure })[event],
        ),
        inputSources: [systolic.value.source],
        charts,
      });
    }),
  });
}

const PHYSIQUE_RANGE = { ageYears: WHO_RANGE.ageYears, bmi: WHO_RANGE.bmi } as const;

export const whoCardiovascularModel = whoModel('BP_CVD', 'cardiovascular');
export const whoHeartAttackModel = whoModel('BP_HEART_ATTACK', 'heartAttack');
export const whoStrokeModel = whoModel('BP_STROKE', 'stroke');
