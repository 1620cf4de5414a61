// SPDX-License-Identifier: Apache-2.0
import { CENTIMETRES_PER_INCH, KILOGRAMS_PER_POUND, PROFILE_LIMITS } from '../limits.ts';
import { accepted, refused, type Outcome } from '../outcome.ts';
import { z } from '../schema.ts';
import { isCountry } from './countries.ts';
import type { Demographics, EveryField } from './demographics.ts';

export const UNIT_SYSTEMS = ['metric', 'imperial'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** The profile form as entered, in screen order: texts and choices, '' for no entry. */
export const profileFormSchema = z.object({
  unit: z.enum(UNIT_SYSTEMS),
  age: z.string(),
  gender: z.enum(['', 'male', 'female']),
  /** Optional, ISO 3166-1 alpha-2; '' when the person left it out, absent while not asked. */
  country: z.optional(z.string()),
  /** Centimetres, when metric. */
  heightCm: z.string(),
  /** When imperial. */
  heightFeet: z.string(),
  heightInches: z.string(),
  /** Kilograms or pounds, by `unit`. */
  weight: z.string(),
  /** Optional; centimetres or inches, by `unit`. */
  waist: z.string(),
  smoker: z.enum(['', '1', '0']),
  diabetic: z.enum(['', '0', 'type1', 'type2']),
  hypertension: z.enum(['', '1', '0']),
  hypertensionMedication: z.enum(['', '1', '0']),
  /** Optional, mmHg: a recent cuff reading, both values or neither. Absent in forms stored by older versions. */
  cuffSystolic: z._default(z.string(), ''),
  cuffDiastolic: z._default(z.string(), ''),
});
export type ProfileForm = z.infer<typeof profileFormSchema>;

export const EMPTY_PROFILE: ProfileForm = {
  age: '',
  unit: 'metric',
  heightCm: '',
  heightFeet: '',
  heightInches: '',
  weight: '',
  gender: '',
  smoker: '',
  diabetic: '',
  hypertension: '',
  hypertensionMedication: '',
  waist: '',
  cuffSystolic: '',
  cuffDiastolic: '',
};

/** Message keys by field (specification, section 5). */
export const PROFILE_ERRORS = [
  'WEB_ERROR_AGE',
  'WEB_ERROR_HEIGHT',
  'WEB_ERROR_WEIGHT',
  'WEB_ERROR_OPTION',
  'WEB_ERROR_WAIST',
  'WEB_ERROR_CUFF',
  'PROFILE_ERROR_HEIGHT_WEIGHT',
] as const;
export type ProfileError = (typeof PROFILE_ERRORS)[number];
export type ProfileFormErrors = Partial<Record<keyof ProfileForm, ProfileError>>;

const digits = (text: string): number | null => (/^\d{1,4}$/.test(text) ? Number(text) : null);
const within = (value: number, { min, max }: { min: number; max: number }): boolean =>
  value >= min && value <= max;

/** Height in cm as entered, or null when the entry is not digits. Inches may be empty. */
function enteredHeightCm(form: ProfileForm): number | null {
  if (form.unit === 'metric') return digits(form.heightCm);
  const feet = digits(form.heightFeet);
  const inches = form.heightInches === '' ? 0 : digits(form.heightInches);
  if (feet === null || inches === null || inches >= 12) return null;
  return (feet * 12 + inches) * CENTIMETRES_PER_INCH;
}

function enteredWeightKg(form: ProfileForm): number | null {
  const weight = digits(form.weight);
  if (weight === null || form.unit === 'metric') return weight;
  return weight * KILOGRAMS_PER_POUND;
}

/** Body mass index, kg/m2. */
export const bodyMassIndex = (heightCm: number, weightKg: number): number =>
  (10_000 * weightKg) / heightCm ** 2;

type CuffEntry = Pick<Demographics, 'cuffSystolic' | 'cuffDiastolic'>;

/** The cuff reading as entered: empty without an entry, null when incomplete or implausible. */
function enteredCuff({ cuffSystolic, cuffDiastolic }: ProfileForm): CuffEntry | null {
  if (cuffSystolic === '' && cuffDiastolic === '') return {};
  const systolic = digits(cuffSystolic);
  const diastolic = digits(cuffDiastolic);
  if (systolic === null || diastolic === null || systolic <= diastolic) return null;
  const plausible =
    within(systolic, PROFILE_LIMITS.cuffSystolic) &&
    within(diastolic, PROFILE_LIMITS.cuffDiastolic);
  return plausible ? { cuffSystolic: systolic, cuffDiastolic: diastolic } : null;
}

/**
 * Validates the profile form (specification, section 5).
 * @returns the person in natural units, or an error key for every field that breaks a rule.
 */
export function parseProfileForm(
  form: ProfileForm,
): Outcome<EveryField<Demographics>, ProfileFormErrors> {
  const errors: ProfileFormErrors = {};
  const age = digits(form.age);
  if (age === null || !within(age, PROFILE_LIMITS.ageYears)) errors.age = 'WEB_ERROR_AGE';

  const heightFields =
    form.unit === 'metric' ? (['heightCm'] as const) : (['heightFeet', 'heightInches'] as const);
  const heightCm = enteredHeightCm(form);
  if (heightCm === null) for (const field of heightFields) errors[field] = 'WEB_ERROR_HEIGHT';
  const weightKg = enteredWeightKg(form);
  if (weightKg === null) errors.weight = 'WEB_ERROR_WEIGHT';
  if (heightCm !== null && weightKg !== null) {
    const plausible =
      within(heightCm, PROFILE_LIMITS.heightCm) &&
      within(weightKg, PROFILE_LIMITS.weightKg) &&
      within(bodyMassIndex(heightCm, weightKg), PROFILE_LIMITS.bmi);
    if (!plausible) {
      for (const field of [...heightFields, 'weight'] as const) {
        errors[field] = 'PROFILE_ERROR_HEIGHT_WEIGHT';
      }
    }
  }
  for (const field of [
    'gender',
    'smoker',
    'diabetic',
    'hypertension',
    'hypertensionMedication',
  ] as const) {
    if (form[field] === '') errors[field] = 'WEB_ERROR_OPTION';
  }
  const waist = form.waist === '' ? undefined : digits(form.waist);
  const waistCm =
    typeof waist === 'number' && form.unit === 'imperial' ? waist * CENTIMETRES_PER_INCH : waist;
  if (waistCm === null || (waistCm !== undefined && !within(waistCm, PROFILE_LIMITS.waistCm))) {
    errors.waist = 'WEB_ERROR_WAIST';
  }
  const cuff = enteredCuff(form);
  if (cuff === null) {
    errors.cuffSystolic = 'WEB_ERROR_CUFF';
    errors.cuffDiastolic = 'WEB_ERROR_CUFF';
  }

  if (Object.keys(errors).length > 0 || age === null || heightCm === null || weightKg === null) {
    return refused(errors);
  }
  return accepted({
    ageYears: age,
    heightCm,
    weightKg,
    sex: form.gender === '' ? 'unspecified' : form.gender,
    smoker: form.smoker === '1',
    diabetes: form.diabetic === 'type1' || form.diabetic === 'type2' ? form.diabetic : 'none',
    hypertension: form.hypertension === '1',
    bloodPressureMedication: form.hypertensionMedication === '1',
    waistCm: waistCm ?? undefined,
    cuffSystolic: cuff?.cuffSystolic,
    cuffDiastolic: cuff?.cuffDiastolic,
    country: form.country !== undefined && isCountry(form.country) ? form.country : undefined,
  });
}

const rounded = (value: number): string => String(Math.round(value));

/** An amount that can be converted, even if the form would refuse it: a decimal, or 14 inches. */
const amount = (text: string): number | null =>
  /^\d{1,4}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null;

/** Entered height in inches, from either unit system. */
function typedInches({ unit, heightCm, heightFeet, heightInches }: ProfileForm): number | null {
  if (unit === 'metric') {
    const centimetres = amount(heightCm);
    return centimetres === null ? null : centimetres / CENTIMETRES_PER_INCH;
  }
  const feet = amount(heightFeet);
  const inches = heightInches === '' ? 0 : amount(heightInches);
  return feet === null || inches === null ? null : feet * 12 + inches;
}

/**
 * Converts entered values to the other unit system, rounded. Entries that are not amounts are cleared: in another unit,
 * the same number would mean something else.
 */
export function switchProfileUnits(form: ProfileForm, unit: UnitSystem): ProfileForm {
  if (form.unit === unit) return form;
  const toMetric = unit === 'metric';
  const converted = (text: string, perUnit: number): string => {
    const typed = amount(text);
    return typed === null ? '' : rounded(toMetric ? typed * perUnit : typed / perUnit);
  };
  const height = typedInches(form);
  const inches = height === null ? null : Math.round(height);
  return {
    ...form,
    unit,
    heightCm: toMetric && height !== null ? rounded(height * CENTIMETRES_PER_INCH) : '',
    heightFeet: toMetric || inches === null ? '' : String(Math.floor(inches / 12)),
    heightInches: toMetric || inches === null ? '' : String(inches % 12),
    weight: converted(form.weight, KILOGRAMS_PER_POUND),
    waist: converted(form.waist, CENTIMETRES_PER_INCH),
  };
}
