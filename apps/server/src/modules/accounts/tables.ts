// SPDX-License-Identifier: Apache-2.0
import { consentBody } from '@perfuse/contract/account/consent';
import { ROLES } from '@perfuse/contract/account/roles';
import { z } from '@perfuse/contract/schema';
import { count, flag, json, jsonOr, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

const detailsSchema = z.object({
  gender: z._default(z.string(), ''),
  dateOfBirth: z._default(z.string(), ''),
  heightCm: z._default(z.string(), ''),
  weightKg: z._default(z.string(), ''),
});
/** What people state about themselves; '' where they did not. */
export type UserDetails = z.output<typeof detailsSchema>;

export const userRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  /** In lower case. At least one of `email` and `phone_number` is set. */
  email: z.nullable(z.string()),
  /** E.164. */
  phone_number: z.nullable(z.string()),
  /** PHC string of argon2id; null for people who sign in by phone only. */
  password_hash: z.nullable(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
  /** Whether an e-mail or a code is proven to have reached them. */
  verified: flag,
  role: z.enum(ROLES),
  /** '' for none. */
  details: jsonOr(detailsSchema, {}),
  created_at: time,
  updated_at: time,
  /** When a second factor was turned on; null without one. */
  second_factor_at: z.nullable(time),
  /** Study of the access code or configuration last used; null for the organisation's study. */
  study_id: z.nullable(z.string()),
  /** When an account from a sign-up by phone is deleted unless a code proves it first; null for others. */
  expires_at: z.nullable(time),
});
export type UserRow = z.output<typeof userRow>;

/** Becomes a user when its link is opened. */
export const signUpRow = z.object({
  /** SHA-256 of the link's token, hex. */
  hash: z.string(),
  organisation_id: z.string(),
  /** In lower case. */
  email: z.string(),
  /** PHC string of argon2id. */
  password_hash: z.string(),
  /** Study of the access code or configuration; null for the organisation's study. */
  study_id: z.nullable(z.string()),
  expires_at: time,
});
export type SignUpRow = z.output<typeof signUpRow>;

export const resetLinkRow = z.object({
  /** SHA-256 of the link's token, hex. */
  hash: z.string(),
  user_id: z.string(),
  expires_at: time,
});

export const loginCodeRow = z.object({
  user_id: z.string(),
  /** Keyed: a plain hash of six digits can be brute-forced. */
  hash: z.string(),
  tries_left: count,
  expires_at: time,
});

export const attemptRow = z.object({
  /** Keyed hash of what is limited, so that no name or address is stored. */
  key: z.string(),
  count,
  window_ends_at: time,
  locked_until: time,
});

/** Receipts: rows are added, never changed. Exactly one of `user_id` and `device_id` is set. */
export const consentRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  user_id: z.nullable(z.string()),
  device_id: z.nullable(z.string()),
  /** 1, 2, … per person; the highest is in force. */
  number: count,
  policy_version: z.string(),
  record: json(consentBody),
  created_at: time,
});
export type ConsentRow = z.output<typeof consentRow>;

export const deviceRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  licence_id: z.string(),
  /** Set for the session of a signed-in person. */
  user_id: z.nullable(z.string()),
  type: z.string(),
  name: z.string(),
  identifier: z.string(),
  version: z.string(),
  created_at: time,
});

/** A chain of renewed token pairs of one device. */
export const tokenFamilyRow = z.object({
  id: z.string(),
  device_id: z.string(),
  user_id: z.nullable(z.string()),
  organisation_id: z.string(),
  /** Counts the renewals; only tokens of the present one are valid. */
  generation: count,
  revoked: flag,
  access_lifetime_s: count,
  expires_at: time,
  /** No renewal extends past this; 0 for no limit. */
  ends_at: time,
  /** When it began or was last renewed. */
  seen_at: time,
  /** Names of the browser and system, for the person's session list; '' for guests and ended sessions. */
  browser: z.string(),
  system: z.string(),
  /** When the person last proved their identity; renewals and hand-offs do not advance it. 0 without a person. */
  proven_at: time,
  /**
   * The session that this one was handed over from and ends with; null for none. Not a foreign key, so that rows can be
   * copied in any order.
   */
  parent_id: z.nullable(z.string()),
  /** The device whose token a person signed in with and the session ends with; null for none. Not a foreign key. */
  signed_in_on: z.nullable(z.string()),
});
export type TokenFamily = z.output<typeof tokenFamilyRow>;

export const refreshTokenRow = z.object({
  /** SHA-256 of the token, hex. */
  hash: z.string(),
  family_id: z.string(),
  used: flag,
  used_at: z.nullable(time),
  /** Keyed hash of the client that used it, while it may request the same answer again; then ''. */
  used_by: z.string(),
  /** Hash of the token it was exchanged for, and that token as a JWE that only this one decrypts. */
  next_hash: z.string(),
  answer: z.string(),
  expires_at: time,
});

/** Who may use the admin page. */
export const administratorRow = z.object({
  id: z.string(),
  /** In lower case, unique. */
  email: z.string(),
  /** PHC string of argon2id. */
  password_hash: z.string(),
  /** The one organisation they may see; null for the whole installation. */
  organisation_id: z.nullable(z.string()),
  created_at: time,
  updated_at: time,
  signed_in_at: z.nullable(time),
  /** When a second factor was turned on; null without one. */
  second_factor_at: z.nullable(time),
});
export type AdministratorRow = z.output<typeof administratorRow>;

const administratorSessionRow = z.object({
  /** SHA-256 of the cookie's token, hex. */
  hash: z.string(),
  administrator_id: z.string(),
  /** Last used: an idle session ends. */
  seen_at: time,
  ends_at: time,
});

/** An authenticator app of a person or an administrator. */
export const secondFactorRow = z.object({
  /** Id of the holder. */
  id: z.string(),
  /** Exactly one of the two is set. */
  user_id: z.nullable(z.string()),
  administrator_id: z.nullable(z.string()),
  /** JWE of the secret. */
  encrypted: z.string(),
  /** 128 bits that the recovery codes are hashed with, base64url. */
  salt: z.string(),
  /** Time step of the last code used: codes of this or an earlier step are refused. */
  last_step: count,
  created_at: time,
  /** Null until a code has proven that the app has the secret. */
  confirmed_at: z.nullable(time),
});
export type SecondFactorRow = z.output<typeof secondFactorRow>;

/** Unused recovery codes. */
const recoveryCodeRow = z.object({
  factor_id: z.string(),
  /** argon2id of the code with the salt of its factor, base64url. */
  hash: z.string(),
});

/** Sign-ins whose first step is done. */
export const signInStepRow = z.object({
  /** SHA-256 of the token, hex. */
  hash: z.string(),
  factor_id: z.string(),
  /** SHA-256 of the password hash proven in the first step: a new password ends the sign-in. */
  proof: z.string(),
  expires_at: time,
  /** Study of the first step's access code or configuration; null for none. */
  study_id: z.nullable(z.string()),
});
export type SignInStepRow = z.output<typeof signInStepRow>;

export const ACCOUNT_TABLES = {
  users: table(userRow, 'role', 'details'),
  sign_ups: table(signUpRow),
  reset_links: table(resetLinkRow),
  login_codes: table(loginCodeRow),
  attempts: table(attemptRow),
  consents: table(consentRow),
  devices: table(deviceRow),
  token_families: table(tokenFamilyRow, 'ends_at', 'seen_at', 'browser', 'system', 'proven_at'),
  refresh_tokens: table(refreshTokenRow, 'used_by', 'next_hash', 'answer'),
  administrators: table(administratorRow),
  administrator_sessions: table(administratorSessionRow),
  second_factors: table(secondFactorRow),
  recovery_codes: table(recoveryCodeRow),
  sign_in_steps: table(signInStepRow),
};

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof ACCOUNT_TABLES> {}
}
