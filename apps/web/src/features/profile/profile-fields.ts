// SPDX-License-Identifier: Apache-2.0
import type { ProfileForm, ProfileFormErrors } from '@perfuse/contract/person/profile';

/** Fields in the order of the form. */
const FIELD_ORDER = [
  'age',
  'gender',
  'heightCm',
  'heightFeet',
  'heightInches',
  'weight',
  'waist',
  'smoker',
  'diabetic',
  'hypertension',
  'hypertensionMedication',
] as const satisfies readonly (keyof ProfileForm)[];
export type ProfileField = (typeof FIELD_ORDER)[number];

/** The first field on the screen that breaks a rule, or null. */
export const firstInvalid = (errors: ProfileFormErrors): ProfileField | null =>
  FIELD_ORDER.find((field) => errors[field] !== undefined) ?? null;

/** What was typed, with full-width digits as plain ones and no spaces around. Anything else stays, to be refused aloud. */
export const typedNumber = (text: string): string => text.normalize('NFKC').trim();
