// SPDX-License-Identifier: Apache-2.0
/** Signing in to the administration. Administrators are not users of the app, and have accounts of their own. */
import { emailSchema } from '../account/identity.ts';
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from '../account/password.ts';
import { z } from '../schema.ts';

/** Below it are the page and, at `/api`, its routes. The session cookie is sent to no other path. */
export const ADMIN_PATH = '/admin';
/** A header that no form and no other site can send: every call of the administration carries it. */
export const ADMIN_HEADER = { name: 'perfuse-admin', value: '1' } as const;
/** Names the administrator that a page was drawn for: tabs share a cookie, and another may have signed in in one of them. */
export const ADMINISTRATOR_HEADER = 'perfuse-administrator';

/** A session ends when it was not used for this long, s. */
export const ADMIN_IDLE_S = 900;
/** And after this in any case, s. */
export const ADMIN_SESSION_S = 8 * 3600;

/** Longer than for users: an administrator can change every link. */
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
    /** The one organisation they may see; null for the whole installation. */
    organisationId: z.nullable(z.string()),
    hasSecondFactor: z.boolean(),
  }),
  /** Whether every administrator must have a second factor here. */
  requiresSecondFactor: z.boolean(),
  /** Where people reach the app, without a slash behind it; null when the operator has not said. */
  publicUrl: z.nullable(z.string()),
  /** Whether the edition that links lead to is served here. */
  hasEnterprise: z.boolean(),
  version: z.string(),
});
export type AdminSession = z.infer<typeof adminSessionAnswer>;
