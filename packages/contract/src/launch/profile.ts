// SPDX-License-Identifier: Apache-2.0
/** The profile that an integrator puts into a launch link (specification, sections 3 and 5). */
import { isRecord } from '../is-record.ts';
import { PROFILE_LIMITS } from '../limits.ts';
import { accepted, refused, type Outcome } from '../outcome.ts';
import type { Demographics } from '../person/demographics.ts';
import { isCountry } from '../person/countries.ts';
import { bodyMassIndex } from '../person/profile.ts';
import { z } from '../schema.ts';
import {
  FIELD_NAME_LENGTH,
  parseOverrides,
  profileOverridesSchema,
  type ProfileOverrides,
} from './overrides.ts';

/** Error keys of the specification, section 8. */
export const INTEGRATOR_PROFILE_ERRORS = [
  'INVALID_PROFILE_STRUCTURE',
  'MISSING_MEASUREMENT_IDENTIFIER',
  'INVALID_AGE',
  'INVALID_HEIGHT',
  'INVALID_WEIGHT',
  'INVALID_BMI',
  'INVALID_GENDER',
  'INVALID_DIABETES',
  'INVALID_SMOKING',
  'INVALID_BLOOD_PRESSURE_MEDICATION',
] as const;
export type IntegratorProfileError = (typeof INTEGRATOR_PROFILE_ERRORS)[number];

/**
 * Every field that breaks its rule, with the key of the rule; a nested setting is named with dots, as in
 * `measurementControls.distance.enabled`. The profile as a whole is `profile`, the ratio of weight to height is `bmi`.
 */
export const integratorProfileErrorsSchema = z.record(
  z.string().check(z.maxLength(FIELD_NAME_LENGTH)),
  z.enum(INTEGRATOR_PROFILE_ERRORS),
);
export type IntegratorProfileErrors = z.infer<typeof integratorProfileErrorsSchema>;

const flag = z.union([z.literal(0), z.literal(1)]);

/** The person in a profile, after {@link validateIntegratorProfile}: with normalised values. */
export const integratorProfileSchema = z.object({
  /** The integrator's own id for the measurement; sent to the analysis service as `PartnerID`. */
  identifier: z.string(),
  /** Years. */
  age: z.optional(z.int()),
  /** Centimetres. */
  height: z.optional(z.int()),
  /** Kilograms. */
  weight: z.optional(z.int()),
  gender: z.optional(z.enum(['male', 'female'])),
  diabetes: z.optional(z.enum(['0', 'type1', 'type2'])),
  /** 1: smokes. */
  smoking: z.optional(flag),
  /** 1: takes medication against high blood pressure. */
  bloodpressuremedication: z.optional(flag),
  /** Alias; `bloodpressuremedication` takes precedence where both are given. */
  antihypertensive: z.optional(flag),
  /** Country of residence, ISO 3166-1 alpha-2: selects the charts of cardiovascular risk. */
  country: z.optional(z.string()),
});
export type IntegratorProfile = z.infer<typeof integratorProfileSchema>;

/** Every field of a profile. The server ignores others, as fields of a later version. */
export const PROFILE_FIELDS: readonly string[] = [
  'resultsCallbackUrl',
  ...Object.keys(integratorProfileSchema.shape),
  ...Object.keys(profileOverridesSchema.shape),
];

export interface LaunchProfile {
  readonly person: IntegratorProfile;
  readonly overrides: ProfileOverrides;
}

const IDENTIFIER_LENGTH = 200;
const isEmpty = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/** A whole number, or its digits as text. */
function wholeNumber(value: unknown): number | null {
  if (typeof value === 'string') return /^\d{1,4}$/.test(value.trim()) ? Number(value) : null;
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

function wholeWithin(value: unknown, limits: { min: number; max: number }): number | null {
  const number = wholeNumber(value);
  return number !== null && number >= limits.min && number <= limits.max ? number : null;
}

function identifierOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > IDENTIFIER_LENGTH ? null : text;
}

const GENDERS: Readonly<Record<string, 'male' | 'female'>> = {
  male: 'male',
  m: 'male',
  female: 'female',
  f: 'female',
};

function genderOf(value: unknown): 'male' | 'female' | null {
  if (typeof value !== 'string') return null;
  const key = value.trim().toLowerCase();
  return Object.hasOwn(GENDERS, key) ? (GENDERS[key] ?? null) : null;
}

function diabetesOf(value: unknown): '0' | 'type1' | 'type2' | null {
  if (value === 0 || value === '0') return '0';
  return value === 'type1' || value === 'type2' ? value : null;
}

function countryOf(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return isCountry(code) ? code : null;
}

function flagOf(value: unknown): 0 | 1 | null {
  const number = wholeNumber(value);
  return number === 0 || number === 1 ? number : null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Errors = Mutable<IntegratorProfileErrors>;

/** Optional fields, each read separately. */
const OPTIONAL_FIELDS = {
  age: ['INVALID_AGE', (value) => wholeWithin(value, PROFILE_LIMITS.integratorAgeYears)],
  height: ['INVALID_HEIGHT', (value) => wholeWithin(value, PROFILE_LIMITS.heightCm)],
  weight: ['INVALID_WEIGHT', (value) => wholeWithin(value, PROFILE_LIMITS.weightKg)],
  gender: ['INVALID_GENDER', genderOf],
  diabetes: ['INVALID_DIABETES', diabetesOf],
  smoking: ['INVALID_SMOKING', flagOf],
  bloodpressuremedication: ['INVALID_BLOOD_PRESSURE_MEDICATION', flagOf],
  antihypertensive: ['INVALID_BLOOD_PRESSURE_MEDICATION', flagOf],
  // Our own addition; the specification's list has no code for it.
  country: ['INVALID_PROFILE_STRUCTURE', countryOf],
} as const satisfies Record<string, [IntegratorProfileError, (value: unknown) => unknown]>;

/** Both or neither, and a plausible ratio (specification, section 5; decisions, row 10). */
function checkBodyMass(person: Partial<IntegratorProfile>, errors: Errors): void {
  if (errors['height'] !== undefined || errors['weight'] !== undefined) return;
  const { height, weight } = person;
  if (height === undefined && weight === undefined) return;
  const bmi = height === undefined || weight === undefined ? NaN : bodyMassIndex(height, weight);
  const { min, max } = PROFILE_LIMITS.bmi;
  if (!(bmi >= min && bmi <= max)) errors['bmi'] = 'INVALID_BMI';
}

/**
 * Validates a profile (specification, section 5); empty or missing optional fields are skipped, unknown ones ignored.
 * @param signed whether the organisation signed the profile. An unsigned one, which anyone could have written, may set
 * who is measured and how the screen behaves, but not where anything is loaded from or sent to.
 * @returns the person and the settings to override, or the whole map of field errors.
 */
export function validateIntegratorProfile(
  given: unknown,
  { signed }: { readonly signed: boolean },
): Outcome<LaunchProfile, IntegratorProfileErrors> {
  if (!isRecord(given)) return refused({ profile: 'INVALID_PROFILE_STRUCTURE' });
  const errors: Errors = {};
  const read: Record<string, unknown> = {};
  const identifier = identifierOf(given['identifier']);
  if (identifier === null) errors['identifier'] = 'MISSING_MEASUREMENT_IDENTIFIER';
  for (const [field, [error, parse]] of Object.entries(OPTIONAL_FIELDS)) {
    const value = given[field];
    if (isEmpty(value)) continue;
    const parsed = parse(value);
    if (parsed === null) errors[field] = error;
    else read[field] = parsed;
  }
  const person = integratorProfileSchema.parse({ ...read, identifier: identifier ?? '' });
  checkBodyMass(person, errors);
  const overrides = parseOverrides(given, signed);
  if (!overrides.ok) {
    for (const field of overrides.reason) errors[field] = 'INVALID_PROFILE_STRUCTURE';
  }
  if (!overrides.ok || Object.keys(errors).length > 0) return refused(errors);
  return accepted({ person, overrides: overrides.value });
}

/**
 * The person for the analysis, from the integrator's data; null without any. Medication against high blood pressure
 * implies hypertension; without medication, hypertension is unknown.
 */
export function integratorDemographics(person: IntegratorProfile): Demographics | null {
  const { age, height, weight, gender, diabetes, smoking, country } = person;
  const medication = person.bloodpressuremedication ?? person.antihypertensive;
  const told = [age, height, weight, gender, diabetes, smoking, medication, country];
  if (told.every((answer) => answer === undefined)) return null;
  return {
    ageYears: age,
    heightCm: height,
    weightKg: weight,
    sex: gender ?? 'unspecified',
    smoker: smoking === undefined ? undefined : smoking === 1,
    diabetes: diabetes === '0' ? 'none' : diabetes,
    hypertension: medication === 1 ? true : undefined,
    bloodPressureMedication: medication === undefined ? undefined : medication === 1,
    country,
  };
}
