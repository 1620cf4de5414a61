// SPDX-License-Identifier: Apache-2.0
/** Bodies of accounts as clients of the protocol send and get them: details are texts, empty where nothing is known. */
import { emailSchema, orgIdentifierSchema, phoneNumberSchema } from '../account/identity.ts';
import { z } from '../schema.ts';
import { shortText } from './schemas.ts';

const typedPassword = z.string().check(z.maxLength(512));

/** What people may say of themselves. Nothing here takes part in a measurement. */
export const userDetailFields = {
  Gender: z.optional(z.string().check(z.regex(/^(?:|male|female|other)$/i))),
  DateOfBirth: z.optional(z.string().check(z.regex(/^(?:|\d{4}-\d{2}-\d{2})$/))),
  HeightCm: z.optional(z.string().check(z.regex(/^(?:|\d{1,3}(?:\.\d{1,2})?)$/))),
  WeightKg: z.optional(z.string().check(z.regex(/^(?:|\d{1,3}(?:\.\d{1,2})?)$/))),
};

const orEmpty = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(z.union([z.literal(''), schema]));

export const createUserBody = z.object({
  FirstName: z._default(shortText, ''),
  LastName: z._default(shortText, ''),
  Email: emailSchema,
  Password: typedPassword.check(z.minLength(1)),
  PhoneNumber: orEmpty(phoneNumberSchema),
  ...userDetailFields,
});

/** E-mail and phone number only as they are: changing them takes a proof that they reach the person. */
export const updateUserBody = z.object({
  FirstName: z.optional(shortText),
  LastName: z.optional(shortText),
  Email: orEmpty(emailSchema),
  /** The present one, or nothing: `changePassword` sets another. */
  Password: z.optional(typedPassword),
  PhoneNumber: orEmpty(phoneNumberSchema),
  ...userDetailFields,
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
  Identifier: z.optional(z.union([z.literal(''), orgIdentifierSchema])),
});
export const resetPasswordBody = z.object({
  ResetToken: z.string().check(z.regex(/^[\w-]{20,128}$/)),
  Password: typedPassword.check(z.minLength(1)),
});
export const changePasswordBody = z.object({
  Identifier: z.optional(z.union([z.literal(''), orgIdentifierSchema])),
  Email: emailSchema,
  /** The present one. */
  Password: typedPassword.check(z.minLength(1)),
  NewPassword: typedPassword.check(z.minLength(1)),
});

/** A row of the lists that clients fill their choices from. */
export const namedRow = z.object({ ID: z.string(), Name: z.string(), Description: z.string() });
export const mimeRow = z.object({ ID: z.string(), Name: z.string(), Mime: z.string() });
