// SPDX-License-Identifier: Apache-2.0
import { PROFILE_ANSWERS, type ProfileAnswer } from '@perfuse/contract/results/reasons';
import type { Subject } from './subject.ts';

/** Inputs of a model. */
export type ModelInput =
  | 'age'
  | 'sex'
  | 'height'
  | 'weight'
  | 'bmi'
  | 'waist'
  | 'smoker'
  | 'diabetes'
  | 'hypertension'
  | 'blood-pressure-medication'
  | 'systolic'
  | 'diastolic'
  /** Only an actual reading, where there is one. */
  | 'cuff'
  | 'heart-rate'
  | 'region';

const isAnswer = (input: ModelInput): input is ProfileAnswer =>
  PROFILE_ANSWERS.some((answer) => answer === input);

/** The answers that the expected pressure of a profile is computed from. */
const PRESSURE_ANSWERS = [
  'age',
  'sex',
  'height',
  'weight',
  'smoker',
  'diabetes',
  'blood-pressure-medication',
] as const satisfies readonly ProfileAnswer[];

/** The answers that one input of a model is based on. */
function answersBehind(input: ModelInput, { person, cuff }: Subject): readonly ProfileAnswer[] {
  if (isAnswer(input)) return [input];
  if (input === 'bmi') return ['height', 'weight'];
  if (input === 'waist') {
    return person?.waistCm === undefined ? ['age', 'sex', 'height', 'weight'] : [];
  }
  if (input === 'systolic' || input === 'diastolic') return cuff.ok ? [] : PRESSURE_ANSWERS;
  // For hypertension only a known diagnosis counts, which makes some questions pointless. An integrator's profile has
  // no field for it.
  return [];
}

/** Answers of the profile that these inputs need and that the person did not give; none without any profile. */
export function lackingAnswers(
  inputs: readonly ModelInput[],
  subject: Subject,
): readonly ProfileAnswer[] {
  const { person } = subject;
  if (person === undefined) return [];
  const known: Readonly<Record<ProfileAnswer, boolean>> = {
    age: person.ageYears !== undefined,
    sex: person.sex !== 'unspecified',
    height: person.heightCm !== undefined,
    weight: person.weightKg !== undefined,
    smoker: person.smoker !== undefined,
    diabetes: person.diabetes !== undefined,
    'blood-pressure-medication': person.bloodPressureMedication !== undefined,
  };
  const needed = new Set(inputs.flatMap((input) => answersBehind(input, subject)));
  return PROFILE_ANSWERS.filter((answer) => needed.has(answer) && !known[answer]);
}
