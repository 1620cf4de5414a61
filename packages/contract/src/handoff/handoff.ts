// SPDX-License-Identifier: Apache-2.0
/** Continuing a measurement on a phone: requests, answers and the transferred session. */
import { givenConsentSchema } from '../account/consent.ts';
import { tokenPairSchema } from '../analysis/schemas.ts';
import { LANGUAGES } from '../language.ts';
import { launchedConfigurationSchema } from '../launch/configuration.ts';
import { profileFormSchema } from '../person/profile.ts';
import { z } from '../schema.ts';
import { handOffTokenSchema } from './token.ts';

const editionSchema = z.enum(['consumer', 'enterprise']);

/** The person's progress: the part of the app's session that continues on another device. */
export const handedSessionSchema = z.object({
  /** Camera consent. */
  termsAccepted: z.boolean(),
  consentCompleted: z.boolean(),
  /** A guest's consent, for the record of the device that continues. */
  consent: z._default(z.nullable(givenConsentSchema), null),
  profileCompleted: z.boolean(),
  profile: profileFormSchema,
});

export const createHandOffBody = z.object({
  edition: editionSchema,
  session: handedSessionSchema,
  language: z.enum(LANGUAGES),
  /** Launch of the enterprise visit; absent without one. */
  launchId: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
});

export const handOffCreated = z.object({
  id: z.string(),
  token: handOffTokenSchema,
  /** Lifetime of the link, s: a duration, because the clocks of two machines differ. */
  expiresInS: z.int(),
  /** Public address of the app, as the operator set it; null: the origin of the requesting page. */
  publicUrl: z.nullable(z.string()),
});
export type HandOffCreated = z.infer<typeof handOffCreated>;

/**
 * `waiting`: no phone yet; `opened`: a phone has taken over; `measured`: it has a result; `over`: cancelled, expired or
 * unknown.
 */
export const handOffState = z.object({ state: z.enum(['waiting', 'opened', 'measured', 'over']) });
export type HandOffState = z.infer<typeof handOffState>['state'];

export const redeemHandOffBody = z.object({ token: handOffTokenSchema, edition: editionSchema });

export const redeemedHandOff = z.object({
  /** A new session: of the person if signed in, else of a device. */
  pair: tokenPairSchema,
  /** Owner of the session; null for a guest. */
  user: z.nullable(z.object({ username: z.string(), phoneNumber: z.string() })),
  session: handedSessionSchema,
  language: z.enum(LANGUAGES),
  /** The visit of an enterprise link, with a new launch id and without a device; null without one. */
  launched: z.nullable(launchedConfigurationSchema),
});
export type RedeemedHandOff = z.infer<typeof redeemedHandOff>;
