// SPDX-License-Identifier: Apache-2.0
import { PROFILE_LIMITS } from '@perfuse/contract/limits';
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { bodyMassIndex } from '@perfuse/contract/person/profile';
import { outsideRange, type InputRange } from './range.ts';
import type { MissingReason, WeakReason } from '@perfuse/contract/results/reasons';
import type { ChartRegion } from '@perfuse/contract/results/chart-regions';
import { resolveRegion } from './who-regions.ts';

export type Sex = 'male' | 'female';

/** A blood pressure taken with a cuff, mmHg. */
export interface CuffReading {
  readonly systolic: number;
  readonly diastolic: number;
}

/** The risk charts of one region of the world. */
export interface Charts {
  readonly region: ChartRegion;
  /** The country that determined them, ISO 3166-1 alpha-2. */
  readonly country?: string;
}

/** Everything that a model may use. */
export interface Subject {
  readonly person: Demographics | undefined;
  /** From the pulse signal, 1/min; null when there is no valid one. */
  readonly heartRate: number | null;
  readonly charts: Outcome<Charts, 'no-region' | 'unknown-region'>;
  readonly cuff: Outcome<CuffReading, 'no-cuff-reading' | 'cuff-reading-out-of-range'>;
}

export interface SubjectInput {
  readonly person: Demographics | undefined;
  readonly heartRate?: number | null;
  /** A region of the WHO 2019 charts, or a country: for people who do not state where they live. */
  readonly whoRegion?: string;
  /** A recent reading; takes precedence over the one in the profile. */
  readonly cuff?: CuffReading;
}

export function subjectOf({ person, heartRate, whoRegion, cuff }: SubjectInput): Subject {
  return {
    person,
    heartRate: heartRate ?? null,
    charts: chartsFor(person?.country, whoRegion),
    cuff: checkCuff(cuff ?? cuffOfProfile(person)),
  };
}

/** The person's country decides; one without charts gives no charts, whatever the default is. */
function chartsFor(country: string | undefined, otherwise: string | undefined): Subject['charts'] {
  const region = resolveRegion(country ?? otherwise);
  if (!region.ok) return region;
  return accepted({ region: region.value, ...(country !== undefined && { country }) });
}

/** Both pressures must be present. */
function cuffOfProfile(person: Demographics | undefined): CuffReading | undefined {
  const { cuffSystolic, cuffDiastolic } = person ?? {};
  if (cuffSystolic === undefined || cuffDiastolic === undefined) return undefined;
  return { systolic: cuffSystolic, diastolic: cuffDiastolic };
}

const CUFF_RANGE = {
  systolic: [PROFILE_LIMITS.cuffSystolic.min, PROFILE_LIMITS.cuffSystolic.max],
  diastolic: [PROFILE_LIMITS.cuffDiastolic.min, PROFILE_LIMITS.cuffDiastolic.max],
} as const satisfies InputRange;

function checkCuff(cuff: CuffReading | undefined): Subject['cuff'] {
  if (cuff === undefined) return refused('no-cuff-reading');
  const plausible = outsideRange(CUFF_RANGE, cuff) === null && cuff.systolic > cuff.diastolic;
  return plausible ? accepted(cuff) : refused('cuff-reading-out-of-range');
}

/** Diagnosed; false also where it is unknown. */
export const hasDiabetes = ({ diabetes }: Demographics): boolean =>
  diabetes === 'type1' || diabetes === 'type2';
export const hasHypertension = (person: Demographics): boolean =>
  person.hypertension === true || person.bloodPressureMedication === true;

export const sexOf = (person: Demographics): Outcome<Sex, MissingReason> =>
  person.sex === 'unspecified' ? refused('answers-missing') : accepted(person.sex);

export const BMI_RANGE = {
  heightCm: [PROFILE_LIMITS.heightCm.min, PROFILE_LIMITS.heightCm.max],
  weightKg: [PROFILE_LIMITS.weightKg.min, PROFILE_LIMITS.weightKg.max],
  bmi: [PROFILE_LIMITS.bmi.min, PROFILE_LIMITS.bmi.max],
} as const satisfies InputRange;

/** Body mass index, kg/m2, unrounded; used by every model. */
export function bmiOf(person: Demographics): Outcome<number, MissingReason> {
  const { heightCm, weightKg } = person;
  if (heightCm === undefined || weightKg === undefined) return refused('answers-missing');
  const bmi = bodyMassIndex(heightCm, weightKg);
  const outside = outsideRange(BMI_RANGE, { heightCm, weightKg, bmi });
  return outside === null ? accepted(bmi) : refused(outside);
}

export const ADULT_AGE = 18;

/** Below this age, height and weight are judged by age and sex, not by the ranges of adults. */
export const rangesOf = ({ ageYears }: Demographics): { readonly reason?: WeakReason } =>
  ageYears !== undefined && ageYears < ADULT_AGE ? { reason: 'ranges-for-adults' } : {};

/** What most risk models require: sex, age and body mass index. */
export interface Physique {
  readonly sex: Sex;
  readonly ageYears: number;
  readonly bmi: number;
}

export function physiqueOf(person: Demographics): Outcome<Physique, MissingReason> {
  const sex = sexOf(person);
  if (!sex.ok) return sex;
  const bmi = bmiOf(person);
  if (!bmi.ok) return bmi;
  const { ageYears } = person;
  if (ageYears === undefined) return refused('answers-missing');
  return accepted({ sex: sex.value, ageYears, bmi: bmi.value });
}
