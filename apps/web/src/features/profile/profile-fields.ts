// SPDX-License-Identifier: Apache-2.0
import {
  profileFormSchema,
  type ProfileForm,
  type ProfileFormErrors,
} from '@perfuse/contract/person/profile';
import { z } from '@perfuse/contract/schema';

const FIELDS = z.keyof(z.omit(profileFormSchema, { unit: true })).options;
export type ProfileField = (typeof FIELDS)[number];

/** The first field on the screen that breaks a rule, or null. */
export const firstInvalid = (errors: ProfileFormErrors): ProfileField | null =>
  FIELDS.find((field) => errors[field] !== undefined) ?? null;

/** What was typed, trimmed and with full-width digits as plain ones. Anything else stays, for validation to report. */
export const typedNumber = (text: string): string => text.normalize('NFKC').trim();

/** As people write a height: `5'11"`, `5 ft 11`, `5-11`, `5 11`. Of `″` {@link typedNumber} makes two primes. */
const FEET_SIGN = "['’′`-]|ft\\.?|feet";
const FEET = `(\\d)\\s*(?:${FEET_SIGN}|\\s)`;
const INCHES = "(\\d{1,2})\\s*(?:[\"”]|''|’’|′′|in\\.?|inches)?";
const BOTH = new RegExp(`^${FEET}\\s*${INCHES}$`, 'i');
const FEET_ALONE = new RegExp(`^${FEET}$`, 'i');
const INCHES_ALONE = new RegExp(`^(?:${FEET_SIGN})?\\s*${INCHES}$`, 'i');

/** What a whole height that is pasted into the first box is split into. Null when the text is not both. */
export function feetAndInches(
  text: string,
): Pick<ProfileForm, 'heightFeet' | 'heightInches'> | null {
  const parts = BOTH.exec(typedNumber(text));
  return parts === null ? null : { heightFeet: parts[1] ?? '', heightInches: parts[2] ?? '' };
}

/** The feet of a height that is typed into the first box, as soon as the inches are to follow: `5'`, `5 `, `5ft`. Else null. */
export const feetBeforeInches = (text: string): string | null => FEET_ALONE.exec(text)?.[1] ?? null;

/** Inches without their sign, and without that of the feet where a space came before it. */
export const typedInches = (text: string): string =>
  INCHES_ALONE.exec(typedNumber(text))?.[1] ?? typedNumber(text);
