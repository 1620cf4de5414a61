// SPDX-License-Identifier: Apache-2.0
/** Going on with a measurement on a phone: what is asked, told and taken along. */
import { givenConsentSchema } from '../account/consent.ts';
import { tokenPairSchema } from '../analysis/schemas.ts';
import { LANGUAGES } from '../language.ts';
import { launchedConfigurationSchema } from '../launch/configuration.ts';
import { profileFormSchema } from '../person/profile.ts';
import { z } from '../schema.ts';
import { handOffTokenSchema } from './token.ts';

const editionSchema = z.enum(['consumer', 'enterprise']);

/** How far the person came: the part of the app's session that another device goes on with. */
export const handedSessionSchema = z.object({
  /** Camera consent. */
  termsAccepted: z.boolean(),
  consentCompleted: z.boolean(),
  /** A guest's, for the record of the device that goes on. */
  consent: z._default(z.nullable(givenConsentSchema), null),
  profileCompleted: z.boolean(),
  profile: profileFormSchema,
});

export const createHandOffBody = z.object({
  edition: editionSchema,
  session: handedSessionSchema,
  language: z.enum(LANGUAGES),
  /** Of the enterprise visit; absent without one. */
  launchId: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
});

export const handOffCreated = z.object({
  id: z.string(),
  token: handOffTokenSchema,
  /** How long the link works, s: a span, because the clocks of two machines differ. */
  expiresInS: z.int(),
  /** Where people reach the app, as the operator set it; null: where the asking page is. */
  publicUrl: z.nullable(z.string()),
});
export type HandOffCreated = z.infer<typeof handOffCreated>;

/**
 * `waiting`: no phone yet; `opened`: a phone has taken over; `measured`: it has a result; `over`: cancelled, run out,
 * or never there.
 */
export const handOffState = z.object({ state: z.enum(['waiting', 'opened', 'measured', 'over']) });
export type HandOffState = z.infer<typeof handOffState>['state'];

export const redeemHandOffBody = z.object({ token: handOffTokenSchema, edition: editionSchema });

export const redeemedHandOff = z.object({
  /** A session of its own: of the person where there is one, else of a device. */
  pair: tokenPairSchema,
  /** Whose session it is; null for a guest. */
  user: z.nullable(z.object({ username: z.string(), phoneNumber: z.string() })),
  session: handedSessionSchema,
  language: z.enum(LANGUAGES),
  /** The visit of an enterprise link, with a launch id of its own and without a device; null without one. */
  launched: z.nullable(launchedConfigurationSchema),
});
export type RedeemedHandOff = z.infer<typeof redeemedHandOff>;
