// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';
import { emailSchema } from './identity.ts';
import { passwordPolicySchema } from './password.ts';

const line = z.string().check(z.maxLength(200));

export const orgAddressSchema = z.object({
  Line1: line,
  Line2: line,
  City: line,
  State: line,
  Country: line,
  PostalCode: line,
});
export type OrgAddress = z.infer<typeof orgAddressSchema>;

/** Limits on stored addresses, for every route that changes them. */
export const orgAddressesSchema = z.array(orgAddressSchema).check(z.maxLength(20));
/** '' for none. */
export const orgEmailSchema = z.union([z.literal(''), emailSchema]);

/** The data controller, as named in consents. */
export const organisationSchema = z.extend(passwordPolicySchema, {
  ID: z.string(),
  Name: z.string(),
  Identifier: z.string(),
  StatusID: z.string(),
  Contact: z.string(),
  Email: z.string(),
  OrgAddresses: z.array(orgAddressSchema),
  Created: z.int(),
  Updated: z.int(),
});
export type OrganisationAnswer = z.infer<typeof organisationSchema>;

/** Rules of the installation, in addition to an organisation's password rules. */
export const sessionRulesSchema = z.object({
  AdminPasswordMinLength: z.int(),
  /** 0: a password never expires. */
  PasswordRotateDays: z.int(),
  /** 0: earlier passwords are not stored, so none is compared. */
  RequireUniquePasswordsCount: z.int(),
  LimitLoginAttemptsCountPerWindow: z.int(),
  LimitLoginAttemptsWindowDurationSeconds: z.int(),
  LoginAttemptsLockoutDurationSeconds: z.int(),
  LimitVerificationAttemptsCountPerWindow: z.int(),
  LimitVerificationAttemptsWindowDurationSeconds: z.int(),
  /** How long a session can be renewed. */
  SessionMaxDurationSeconds: z.int(),
  /** A session that is not renewed for this long ends. */
  SessionIdleDurationSeconds: z.int(),
});
export type SessionRules = z.infer<typeof sessionRulesSchema>;
export const passwordPolicyAnswer = z.extend(passwordPolicySchema, sessionRulesSchema.shape);
export const organisationAnswer = z.extend(organisationSchema, {
  ...sessionRulesSchema.shape,
  /** Checks that the service always makes before it analyses. */
  LivenessConfig: z.object({
    VisageLiveness: z.boolean(),
    FakeDetection: z.boolean(),
    SNRThresholding: z.boolean(),
  }),
});

/** A data URL, an http(s) address, or '' for an organisation without a logo. */
export const logoAnswer = z.object({ data: z.string() });

export const passwordPolicyQuery = z.object({
  /** Short name of the organisation; if absent, the installation's own. */
  Identifier: z.optional(z.string().check(z.maxLength(64))),
});
