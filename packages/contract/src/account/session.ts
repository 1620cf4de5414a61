// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/**
 * Names the configuration of a visit by link: its session and data are separate from those of the consumer edition and
 * of other visits in the same browser.
 */
export const CONFIGURATION_HEADER = 'perfuse-configuration';

/** What the app stores for its next start. The server encrypts it into a cookie that no script can read. */
export const USER_DATA_MAX_CHARACTERS = 2000;

export const userDataBody = z.object({
  /** JSON in the app's own format; '' deletes it. */
  userData: z.string().check(z.maxLength(USER_DATA_MAX_CHARACTERS)),
});
export const userDataAnswer = z.object({
  /** As it was saved; null when there is none or the cookie is not from this server. */
  userData: z.nullable(z.string()),
});

/** How people sign in: with a password, or with a code sent to their phone. */
export const loginTypeSchema = z.enum(['password', 'phone']);
export type LoginType = z.infer<typeof loginTypeSchema>;

/** Signed-in person as returned by `GET /users`; unknown details are ''. */
export const userAccountSchema = z.object({
  ID: z.string(),
  OrganizationID: z.string(),
  RoleID: z.string(),
  StatusID: z.string(),
  Email: z.string(),
  PhoneNumber: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  Gender: z.string(),
  /** `yyyy-mm-dd`. */
  DateOfBirth: z.string(),
  HeightCm: z.string(),
  WeightKg: z.string(),
  LoginMethod: loginTypeSchema,
  IsVerified: z.boolean(),
  MFAEnabled: z.boolean(),
  /** Id at a single sign-on service: not supported, always null. */
  SSOID: z.optional(z.null()),
  Region: z.string(),
  Created: z.int(),
  Updated: z.int(),
});
export type UserAccount = z.infer<typeof userAccountSchema>;

/** How an installation or an organisation lets people sign in. */
export const signInOptionsSchema = z.object({
  loginType: loginTypeSchema,
  allowSignup: z.boolean(),
  orgIdentifier: z.string(),
});
export type SignInOptions = z.infer<typeof signInOptionsSchema>;
