// SPDX-License-Identifier: Apache-2.0
/** Bodies of accounts as clients of the protocol send and receive them: details are texts, '' if unknown. */
import { emailSchema, phoneNumberSchema } from '../account/identity.ts';
import { orgIdentifier } from '../account/sign-in.ts';
import { z } from '../schema.ts';
import { isDay } from './moments.ts';
import { changedText, orEmpty, shortText, unlessEmpty } from './schemas.ts';

const E164 = 'a phone number as +, country code and number';
const typedPassword = z.string().check(z.maxLength(512));

const gender = z.string().check(z.regex(/^(?:|male|female|other)$/i));
const day = z.string().check(
  z.maxLength(10),
  z.refine((text: string) => text === '' || isDay(text), 'a day as yyyy-mm-dd'),
);
const size = z.string().check(z.regex(/^(?:|\d{1,3}(?:\.\d{1,2})?)$/));

/** Optional details of a person. No measurement uses them. */
export const userDetailFields = {
  Gender: unlessEmpty(gender),
  DateOfBirth: unlessEmpty(day),
  HeightCm: unlessEmpty(size),
  WeightKg: unlessEmpty(size),
};
/** The same details in a change. */
export const userDetailChanges = {
  Gender: changedText(gender),
  DateOfBirth: changedText(day),
  HeightCm: changedText(size),
  WeightKg: changedText(size),
};

export const createUserBody = z.object({
  FirstName: unlessEmpty(shortText),
  LastName: unlessEmpty(shortText),
  Email: emailSchema,
  Password: typedPassword.check(z.minLength(1)),
  PhoneNumber: orEmpty(phoneNumberSchema, E164),
  ...userDetailFields,
});

/** Accepted only unchanged: a change requires proof that the address or number reaches the person. */
export const userNames = {
  Email: orEmpty(emailSchema, 'an email address'),
  PhoneNumber: orEmpty(phoneNumberSchema, E164),
};

export const updateUserBody = z.object({
  FirstName: changedText(shortText),
  LastName: changedText(shortText),
  ...userNames,
  /** The current one, or absent: `changePassword` sets a new one. */
  Password: unlessEmpty(typedPassword),
  ...userDetailChanges,
});

export const userRoleAnswer = z.object({
  ID: z.string(),
  Name: z.string(),
  Description: z.string(),
  /** Name of the organisation. */
  Organization: z.string(),
});

export const sendResetBody = z.object({
  Email: emailSchema,
  Identifier: orgIdentifier,
});
export const resetPasswordBody = z.object({
  ResetToken: z.string().check(z.regex(/^[\w-]{20,128}$/)),
  Password: typedPassword.check(z.minLength(1)),
});
export const changePasswordBody = z.object({
  Identifier: orgIdentifier,
  Email: emailSchema,
  /** The current one. */
  Password: typedPassword.check(z.minLength(1)),
  NewPassword: typedPassword.check(z.minLength(1)),
});

/** A row of the lists of choices. */
export const namedRow = z.object({ ID: z.string(), Name: z.string(), Description: z.string() });
export const mimeRow = z.object({ ID: z.string(), Name: z.string(), Mime: z.string() });
