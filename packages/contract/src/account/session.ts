// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/**
 * Names the configuration of a visit by link: its session and its data are kept apart from those of the consumer edition
 * and of other visits in the same browser.
 */
export const CONFIGURATION_HEADER = 'perfuse-configuration';

/** What the app keeps for its next start. The server encrypts it into a cookie that no script can read. */
export const USER_DATA_MAX_CHARACTERS = 2000;

export const userDataBody = z.object({
  /** JSON of the app's own making; the empty text forgets it. */
  userData: z.string().check(z.maxLength(USER_DATA_MAX_CHARACTERS)),
});
export const userDataAnswer = z.object({
  /** As it was saved; null when there is none or the cookie was not ours. */
  userData: z.nullable(z.string()),
});

/** Signed-in person as `GET /users` tells; texts are empty where nothing is known. */
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
  LoginMethod: z.enum(['password', 'phone']),
  IsVerified: z.boolean(),
  MFAEnabled: z.boolean(),
  /** Id at another service that signs people in: there is none. */
  SSOID: z.optional(z.null()),
  Region: z.string(),
  Created: z.int(),
  Updated: z.int(),
});
export type UserAccount = z.infer<typeof userAccountSchema>;

/** How an installation or an organisation lets people in. */
export const signInOptionsSchema = z.object({
  loginType: z.enum(['password', 'phone']),
  allowSignup: z.boolean(),
  orgIdentifier: z.string(),
});
export type SignInOptions = z.infer<typeof signInOptionsSchema>;
