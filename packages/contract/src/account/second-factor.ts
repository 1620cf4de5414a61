// SPDX-License-Identifier: Apache-2.0
/** A second factor by authenticator app: one-time codes of RFC 6238, and codes for the day the app is lost. */
import { tokenPairSchema } from '../analysis/schemas.ts';
import { z } from '../schema.ts';

/** As every authenticator app makes them: others leave out what is not the usual. */
export const ONE_TIME_CODE = { digits: 6, periodS: 30, secretBytes: 20 } as const;
/** How many are made at once, and the characters of each. */
export const RECOVERY_CODES = { count: 10, characters: 10 } as const;
/** How long the second step of a sign-in may take, s. */
export const SECOND_STEP_LIFETIME_S = 300;

/**
 * What is typed at the second step: the app's code or a recovery code, blanks, hyphens and capitals as people like. What
 * is neither is a wrong code and no malformed request: it counts as an attempt.
 */
export const secondFactorCode = z.string().check(z.minLength(1), z.maxLength(64));

/** A first step that was right, where a second one is needed. It opens no session and nothing else. */
export const secondStepSchema = z.object({
  SecondStep: z.object({
    /** For the second step alone, which uses it up. */
    Token: z.string(),
    /** Seconds that it works. */
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

/** With `Enrolment` the second step is the first code of an app that is set up by it. */
export const personStepSchema = z.extend(secondStepSchema, {
  /** Where a second factor is required and the account has none. */
  Enrolment: z.optional(enrolmentSchema),
});
export type PersonStep = z.infer<typeof personStepSchema>;
export const signInAnswer = z.union([tokenPairSchema, personStepSchema]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** Whose address the mailed link confirmed: the page of the link knows nothing of its sign-up. */
const confirmed = { Email: z.string() };
export const confirmSignUpAnswer = z.union([
  z.extend(tokenPairSchema, confirmed),
  z.extend(personStepSchema, confirmed),
]);
export type ConfirmSignUpAnswer = z.infer<typeof confirmSignUpAnswer>;

export const secondStepAnswer = z.extend(tokenPairSchema, {
  /** Shown this once, where this sign-in has turned the second factor on. */
  RecoveryCodes: z.optional(z.array(z.string())),
});
export type SecondStepAnswer = z.infer<typeof secondStepAnswer>;

export const secondFactorAnswer = z.object({
  /** When it was turned on, ms since 1970; null while it is off. */
  since: z.nullable(z.int()),
  /** Recovery codes that were not used yet. */
  recoveryCodes: z.int(),
  /** Whether it cannot be turned off: accounts with a password need one here. */
  isRequired: z.optional(z.boolean()),
});
export type SecondFactorState = z.infer<typeof secondFactorAnswer>;

/** Of accounts that have a password, it is asked for again: a stolen session is not enough. */
const password = z.optional(z.string().check(z.maxLength(512)));

export const beginSecondFactorBody = z.object({ password });

export const confirmSecondFactorBody = z.object({ code: secondFactorCode });
export const recoveryCodesAnswer = z.object({
  /** Shown this once; only their hashes are kept. */
  recoveryCodes: z.array(z.string()),
});
/** For turning it off, and for new recovery codes. */
export const provenBody = z.object({ password, code: secondFactorCode });
