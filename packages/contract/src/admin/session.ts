// SPDX-License-Identifier: Apache-2.0
/** Sign-in to the administration. Administrators are not users of the app, and have separate accounts. */
import { emailSchema } from '../account/identity.ts';
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from '../account/password.ts';
import { z } from '../schema.ts';

/** Path of the page and, at `/api` below it, its routes. The session cookie is sent to no other path. */
export const ADMIN_PATH = '/admin';
/** A header that no form and no other site can send: required in every request of the administration. */
export const ADMIN_HEADER = { name: 'perfuse-admin', value: '1' } as const;
/**
 * Names the administrator whom a page was rendered for: tabs share a cookie, and another may have signed in in one of
 * them.
 */
export const ADMINISTRATOR_HEADER = 'perfuse-administrator';

/** A session ends after this long without use, s. */
export const ADMIN_IDLE_S = 900;
/** Maximum duration of a session, s. */
export const ADMIN_SESSION_S = 8 * 3600;

/** Longer than for users, because an administrator can change every link. */
export const ADMINISTRATOR_PASSWORD_POLICY: PasswordPolicy = {
  ...DEFAULT_PASSWORD_POLICY,
  PasswordMinLength: 12,
};

export const typedPassword = z.string().check(z.minLength(1), z.maxLength(512));

export const adminSignInBody = z.object({ email: emailSchema, password: typedPassword });

export const changePasswordBody = z.object({ current: typedPassword, password: typedPassword });

export const adminSessionAnswer = z.object({
  administrator: z.object({
    id: z.string(),
    email: z.string(),
    /** The one organisation that they may access; null for the whole installation. */
    organisationId: z.nullable(z.string()),
    hasSecondFactor: z.boolean(),
  }),
  /** Whether this installation requires a second factor for every administrator. */
  requiresSecondFactor: z.boolean(),
  /** Public address of the app, without a trailing slash; null when the operator has not set it. */
  publicUrl: z.nullable(z.string()),
  /** Whether the enterprise edition, which links open, is served here. */
  hasEnterprise: z.boolean(),
  version: z.string(),
});
export type AdminSession = z.infer<typeof adminSessionAnswer>;
