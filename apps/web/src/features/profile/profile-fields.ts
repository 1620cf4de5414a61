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

/**
 * Feet and inches as people write a height: `5'11"`, `5 ft 11`, `5-11`, `5 11`. Null when the text is not both.
 * The form's mask: a whole height typed or pasted into the first box is split over the two. Of `″` {@link typedNumber}
 * makes two primes.
 */
export function feetAndInches(
  text: string,
): Pick<ProfileForm, 'heightFeet' | 'heightInches'> | null {
  const parts =
    /^(\d)\s*(?:['’′`-]|ft\.?|feet|\s)\s*(\d{1,2})\s*(?:["”]|''|’’|′′|in\.?|inches)?$/i.exec(
      typedNumber(text),
    );
  return parts === null ? null : { heightFeet: parts[1] ?? '', heightInches: parts[2] ?? '' };
}
