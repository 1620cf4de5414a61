// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { defineModel, withPerson } from './health-model.ts';
import { outsideRange, type InputRange } from './range.ts';
import { HEART_RATE_RANGE, heartRateOf } from './rate-pressure-product.ts';
import type { MissingReason } from '@perfuse/contract/results/reasons';
import { ADULT_AGE, BMI_RANGE, bmiOf, hasDiabetes, type CuffReading } from './subject.ts';

/** The tables are for adults. */
const RANGE = {
  ageYears: [ADULT_AGE, 120],
  bmi: BMI_RANGE.bmi,
  ...HEART_RATE_RANGE,
} as const satisfies InputRange;
const MINIMUM_COMPONENTS = 4;
/** Points that Life's Essential 8 deducts from a pressure achieved with medicine. */
const TREATED_MALUS = 20;

export interface WellnessInput {
  readonly smoker: boolean;
  readonly diabetic: boolean;
  readonly bmi: number;
  readonly toldHypertension: boolean;
  readonly bloodPressureMedication: boolean;
  /** Only a reading: an expected pressure is never scored. */
  readonly cuff?: CuffReading;
  /** Measured, 1/min. */
  readonly heartRate: number;
}

/**
 * Partial lifestyle score, 0..100: the plain mean of nicotine, BMI, glucose, blood pressure and resting heart rate,
 * as far as they are known. At least four of the five.
 *
 * In the style of Life's Essential 8: Lloyd-Jones DM and others, Circulation 2022;146:e18,
 * doi:10.1161/CIR.0000000000001078. Own parts: the heart rate (mortality rises about 9 % per 10 /min, Zhang D and
 * others, CMAJ 2016;188:E53) and blood pressure without a reading. Not validated; not the Life's Essential 8 score.
 */
export function wellnessScore(input: WellnessInput): Outcome<number, MissingReason> {
  const parts = [
    input.smoker ? 0 : 100,
    bmiPoints(input.bmi),
    input.diabetic ? 40 : 100,
    pressurePoints(input),
    heartRatePoints(input.heartRate),
  ].filter((points) => points !== null);
  if (parts.length < MINIMUM_COMPONENTS) return refused('too-few-components');
  return accepted(parts.reduce((sum, points) => sum + points, 0) / parts.length);
}

/** Underweight is not scored: the table has no entry for it. */
function bmiPoints(bmi: number): number | null {
  if (bmi < 18.5) return null;
  return pointsBelow(bmi, BMI_STEPS);
}

function pressurePoints(input: WellnessInput): number | null {
  const { cuff, bloodPressureMedication, toldHypertension } = input;
  if (cuff === undefined) {
    if (bloodPressureMedication) return 30;
    return toldHypertension ? 25 : null;
  }
  const points = Math.min(
    pointsBelow(cuff.systolic, SYSTOLIC_STEPS),
    pointsBelow(cuff.diastolic, DIASTOLIC_STEPS),
  );
  return bloodPressureMedication ? Math.max(0, points - TREATED_MALUS) : points;
}

const heartRatePoints = (rate: number): number => pointsBelow(rate, HEART_RATE_STEPS);

/** Points for a value below each limit, ascending; 0 beyond the last. */
type Steps = readonly (readonly [limit: number, points: number])[];
const BMI_STEPS: Steps = [
  [25, 100],
  [30, 70],
  [35, 30],
  [40, 15],
];
const SYSTOLIC_STEPS: Steps = [
  [120, 100],
  [130, 75],
  [140, 50],
  [160, 25],
];
const DIASTOLIC_STEPS: Steps = [
  [80, 100],
  [90, 50],
  [100, 25],
];
const HEART_RATE_STEPS: Steps = [
  [40, 0],
  [50, 75],
  [70, 100],
  [80, 75],
  [90, 50],
  [100, 25],
];

const pointsBelow = (value: number, steps: Steps): number =>
  steps.find(([limit]) => value < limit)?.[1] ?? 0;

export const wellnessModel = defineModel({
  source: 'le8_style_partial_v1',
  channel: 'HEALTH_SCORE',
  kind: 'derived',
  inputs: [
    'age',
    'bmi',
    'smoker',
    'diabetes',
    'hypertension',
    'blood-pressure-medication',
    'cuff',
    'heart-rate',
  ],
  range: RANGE,
  evaluate: withPerson((person, subject) => {
    const rate = heartRateOf(subject);
    if (!rate.ok) return rate;
    const bmi = bmiOf(person);
    if (!bmi.ok) return bmi;
    const { ageYears } = person;
    if (ageYears === undefined) return refused('answers-missing');
    const outside = outsideRange({ ageYears: RANGE.ageYears }, { ageYears });
    if (outside !== null) return refused(outside);
    const { cuff } = subject;
    if (!cuff.ok && cuff.reason !== 'no-cuff-reading') return cuff;
    const answers = answersOf(person, bmi.value, rate.value);
    const score = wellnessScore(cuff.ok ? { ...answers, cuff: cuff.value } : answers);
    if (!score.ok) return score;
    return accepted({ value: score.value, inputSources: cuff.ok ? ['cuff_reading'] : [] });
  }),
});

function answersOf(person: Demographics, bmi: number, heartRate: number): WellnessInput {
  return {
    smoker: person.smoker === true,
    diabetic: hasDiabetes(person),
    bmi,
    toldHypertension: person.hypertension === true,
    bloodPressureMedication: person.bloodPressureMedication === true,
    heartRate,
  };
}
