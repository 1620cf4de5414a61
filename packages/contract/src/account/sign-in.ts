// SPDX-License-Identifier: Apache-2.0
/** Bodies of sign-in, sign-up and password recovery (specification, section 7). */
import { lifetime, orEmpty, successSchema, unlessEmpty } from '../analysis/schemas.ts';
import { z } from '../schema.ts';
import {
  accessCodeSchema,
  configIdSchema,
  emailSchema,
  loginCodeSchema,
  orgIdentifierSchema,
  phoneNumberSchema,
} from './identity.ts';

/** A password entered to sign in: only its length is limited, the policy applies to new ones. */
const typedPassword = z.string().check(z.minLength(1), z.maxLength(512));

/** Code of the second factor, for accounts with one; '' counts as absent. Clients send it as text or number. */
export const mfaToken = unlessEmpty(z.union([z.string().check(z.maxLength(64)), z.int()]));

/** Lifetimes of the tokens of a person's session, s: capped at those of the installation. */
const lifetimes = {
  TokenExpiresIn: lifetime(60, 31_536_000),
  RefreshTokenExpiresIn: lifetime(60, 31_536_000),
};

/** Selects the organisation: at most one of them; the installation's own without any. '' counts as absent. */
const organisationNames = {
  /** Consumer edition. */
  accessCode: orEmpty(accessCodeSchema),
  /** Enterprise edition. */
  configId: orEmpty(configIdSchema),
};

export const signInBody = z.object({
  /** The username. */
  email: emailSchema,
  password: typedPassword,
  ...organisationNames,
  /** {@link signInTimestamp} by the caller's clock, which may be wrong: nothing depends on it. */
  timestamp: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
});
export type SignInBody = z.infer<typeof signInBody>;

/** With a phone number instead of a password, a login code is sent. `email` or `phoneNumber` is required. */
export const signUpBody = z
  .object({
    email: orEmpty(emailSchema),
    password: orEmpty(typedPassword),
    phoneNumber: orEmpty(phoneNumberSchema),
    ...organisationNames,
  })
  .check(
    z.refine(
      ({ email, password, phoneNumber }) =>
        typeof phoneNumber === 'string' ||
        (typeof email === 'string' && typeof password === 'string'),
      'needs email and password, or phoneNumber',
    ),
  );
export type SignUpBody = z.infer<typeof signUpBody>;

/** The same for every address: it depends on the installation only. */
export const signUpAnswer = z.extend(successSchema, {
  /** `mail`: the account becomes active through the mailed link. `none`: it is active at once. */
  confirmation: z.enum(['mail', 'none']),
});

/**
 * The confirmation page is `/confirm#<token>`, for an organisation's link `/org/confirm/{configId}#<token>`. The
 * password is required again: a sign-up with another person's address must not be activated by that person's click.
 */
export const confirmSignUpBody = z.object({
  token: z.string().check(z.regex(/^[\w-]{20,128}$/)),
  password: typedPassword,
});

export const requestResetBody = z.object({ email: emailSchema, ...organisationNames });

/** Selects the rules: those of the owner of a mailed link, else of the named organisation. */
export const passwordPolicyBody = z.object({
  /** Token of a link to set a new password. */
  token: z.optional(z.string().check(z.regex(/^[\w-]{20,128}$/))),
  ...organisationNames,
});

/**
 * The reset page is `/reset#<token>`, for an organisation's link `/org/reset/{configId}#<token>`: after the `#`, the
 * token reaches no server log.
 */
export const completeResetBody = z.object({
  token: z.string().check(z.regex(/^[\w-]{20,128}$/)),
  password: typedPassword,
});

/** Short name of the organisation; the installation's own if absent. */
export const orgIdentifier = orEmpty(orgIdentifierSchema, 'the short name of an organisation');

export const requestLoginCodeBody = z.object({
  PhoneNumber: phoneNumberSchema,
  Identifier: orgIdentifier,
});
export const phoneLoginBody = z.object({
  LoginCode: loginCodeSchema,
  PhoneNumber: phoneNumberSchema,
  OrgKey: orgIdentifier,
  MFAToken: mfaToken,
  ...lifetimes,
});

/** Login of the analysis protocol, by a device of the organisation. */
export const userLoginBody = z.object({
  Email: emailSchema,
  Password: typedPassword,
  MFAToken: mfaToken,
  ...lifetimes,
});

/** Value of `timestamp` in a sign-in: the access code and the day of the week, 0 = Sunday, UTC. */
export const signInTimestamp = (accessCode: string, at: Date): string =>
  `${accessCode}${String(at.getUTCDay())}`;

/** Digits, lifetime and maximum attempts of a phone code. */
export const LOGIN_CODE = { digits: 6, lifetimeS: 300, tries: 5 } as const;
/** Lifetime of a link that confirms a sign-up, s. */
export const CONFIRM_LINK_LIFETIME_S = 86_400;
/** Lifetime of a reset link that a person requested and waits for, s. */
export const RESET_LINK_LIFETIME_S = 600;
/** Lifetime of the link to choose the first password of an account that an operator created, s. */
export const INVITATION_LIFETIME_S = 3 * 86_400;
/** Lifetime of a password link that an operator creates, s. */
export const OPERATOR_LINK_LIFETIME_S = 1800;
