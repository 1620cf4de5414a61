// SPDX-License-Identifier: Apache-2.0
import type { ProfileForm } from '@perfuse/contract/person/profile';

export type ProfileField = Exclude<keyof ProfileForm, 'unit'>;

/** The typed text, trimmed and with full-width digits as plain ones. Anything else is left for validation to report. */
export const typedNumber = (text: string): string => text.normalize('NFKC').trim();

/** How people write a height: `5'11"`, `5 ft 11`, `5-11`, `5 11`. {@link typedNumber} turns `″` into two primes. */
const FEET_SIGN = "['’′`-]|ft\\.?|feet";
const FEET = `(\\d)\\s*(?:${FEET_SIGN}|\\s)`;
const INCHES = "(\\d{1,2})\\s*(?:[\"”]|''|’’|′′|in\\.?|inches)?";
const BOTH = new RegExp(`^${FEET}\\s*${INCHES}$`, 'i');
const FEET_ALONE = new RegExp(`^${FEET}$`, 'i');
const INCHES_ALONE = new RegExp(`^(?:${FEET_SIGN})?\\s*${INCHES}$`, 'i');

/** Splits a whole height that is pasted into the first box. Null when the text is not both feet and inches. */
export function feetAndInches(
  text: string,
): Pick<ProfileForm, 'heightFeet' | 'heightInches'> | null {
  const parts = BOTH.exec(typedNumber(text));
  return parts === null ? null : { heightFeet: parts[1] ?? '', heightInches: parts[2] ?? '' };
}

/** The feet of a height typed into the first box, as soon as the inches are to follow: `5'`, `5 `, `5ft`. Else null. */
export const feetBeforeInches = (text: string): string | null => FEET_ALONE.exec(text)?.[1] ?? null;

/** Inches without their sign, and without the sign of the feet if a space preceded it. */
export const typedInches = (text: string): string =>
  INCHES_ALONE.exec(typedNumber(text))?.[1] ?? typedNumber(text);
