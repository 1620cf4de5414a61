// SPDX-License-Identifier: Apache-2.0
/** Public identifiers of a person, an organisation and a configuration. */
import { z } from '../schema.ts';

const EMAIL =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** An e-mail address; trimmed and in lower case, so that one person has one account. */
export const emailSchema = z
  .string()
  .check(
    z.maxLength(320),
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.regex(EMAIL, 'must be an email address'),
  );

/** A phone number as E.164: `+`, country code and number, digits only. */
export const phoneNumberSchema = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/));

/** The code sent to a phone: as text, or as a number, which has lost its leading zeros. */
export const loginCodeSchema = z.union(
  [
    z.string().check(z.trim(), z.regex(/^\d{6}$/)),
    z.pipe(
      z.int().check(z.minimum(0), z.maximum(999_999)),
      z.transform((code: number) => String(code).padStart(6, '0')),
    ),
  ],
  'six digits',
);

/** Id of a configuration, part of an enterprise link. */
export const configIdSchema = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** Short public name of an organisation, such as `demo`. */
export const orgIdentifierSchema = z.string().check(z.regex(/^[a-z\d][a-z\d-]{0,62}$/));

/** Code that a person enters to use the consumer edition; letters in any case. */
export const accessCodeSchema = z
  .string()
  .check(z.maxLength(64), z.trim(), z.toUpperCase(), z.regex(/^[A-Z\d_-]{1,32}$/));
