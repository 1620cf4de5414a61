// SPDX-License-Identifier: Apache-2.0
/** A second factor by authenticator app: one-time codes (RFC 6238), and recovery codes in case the app is lost. */
import { tokenPairSchema } from '../analysis/schemas.ts';
import { z } from '../schema.ts';

/** The default parameters, which every authenticator app supports: some ignore others. */
export const ONE_TIME_CODE = { digits: 6, periodS: 30, secretBytes: 20 } as const;
/** How many are generated at once, and the characters of each. */
export const RECOVERY_CODES = { count: 10, characters: 10 } as const;
/** Time limit for the second step of a sign-in, s. */
export const SECOND_STEP_LIFETIME_S = 300;

/**
 * Input of the second step: the app's code or a recovery code, with any blanks, hyphens and capitals. Other text is a
 * wrong code, not a malformed request: it counts as an attempt.
 */
export const secondFactorCode = z.string().check(z.minLength(1), z.maxLength(64));

/** Answer to a correct first step when a second one is required. It opens no session and grants nothing else. */
export const secondStepSchema = z.object({
  SecondStep: z.object({
    /** Valid for the second step only, which consumes it. */
    Token: z.string(),
    /** Lifetime of the token, s. */
    ExpiresIn: z.int(),
  }),
});
export type SecondStep = z.infer<typeof secondStepSchema>;

export const secondStepBody = z.object({
  Token: z.string().check(z.regex(/^[\w-]{20,128}$/)),
  Code: secondFactorCode,
});

export const enrolmentSchema = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://totp/…`, for a QR code. */
  address: z.string(),
});
export type Enrolment = z.infer<typeof enrolmentSchema>;

/** With `Enrolment`, the second step takes the first code of an app set up with it. */
export const personStepSchema = z.extend(secondStepSchema, {
  /** Where a second factor is required and the account has none. */
  Enrolment: z.optional(enrolmentSchema),
});
export type PersonStep = z.infer<typeof personStepSchema>;
export const signInAnswer = z.union([tokenPairSchema, personStepSchema]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** The address that the mailed link confirmed: the page behind the link does not know the sign-up. */
const confirmed = { Email: z.string() };
export const confirmSignUpAnswer = z.union([
  z.extend(tokenPairSchema, confirmed),
  z.extend(personStepSchema, confirmed),
]);
export type ConfirmSignUpAnswer = z.infer<typeof confirmSignUpAnswer>;

export const secondStepAnswer = z.extend(tokenPairSchema, {
  /** Shown only once, when this sign-in has turned the second factor on. */
  RecoveryCodes: z.optional(z.array(z.string())),
});
export type SecondStepAnswer = z.infer<typeof secondStepAnswer>;

export const secondFactorAnswer = z.object({
  /** When it was turned on, ms since 1970; null if off. */
  since: z.nullable(z.int()),
  /** Number of unused recovery codes. */
  recoveryCodes: z.int(),
  /** Whether it cannot be turned off: this installation requires it for accounts with a password. */
  isRequired: z.optional(z.boolean()),
});
export type SecondFactorState = z.infer<typeof secondFactorAnswer>;

/** Required again for accounts with a password: a stolen session is not enough. */
const password = z.optional(z.string().check(z.maxLength(512)));

export const beginSecondFactorBody = z.object({ password });

export const confirmSecondFactorBody = z.object({ code: secondFactorCode });
export const recoveryCodesAnswer = z.object({
  /** Shown only once; only their hashes are stored. */
  recoveryCodes: z.array(z.string()),
});
/** For turning it off, and for generating new recovery codes. */
export const provenBody = z.object({ password, code: secondFactorCode });
