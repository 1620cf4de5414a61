// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/** Version of the terms and the privacy policy (specification, section 9). */
export const POLICY_VERSION = '2020-04-19';

export const CONSENT_PURPOSES = [
  'privacyPolicyAndTermsOfUse',
  'healthDataProcessing',
  'healthDataStorage',
  'healthDataReprocessing',
] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

const text = z.string().check(z.maxLength(2000));
const shortText = z.string().check(z.maxLength(200));

const purposeSchema = z.object({
  authorized: z.boolean(),
  purpose: z.enum(CONSENT_PURPOSES),
  description: text,
});

/** What a person agreed to or withdrew (specification, section 3). */
export const consentBody = z.object({
  description: text,
  data_controller: z.object({
    company: shortText,
    contact: shortText,
    email: shortText,
    /** False where a client of the analysis protocol omits it. */
    on_behalf: z._default(z.boolean(), false),
  }),
  purposes: z.array(purposeSchema).check(
    z.minLength(1),
    z.maxLength(CONSENT_PURPOSES.length),
    z.refine(
      (purposes: readonly { readonly purpose: string }[]) =>
        new Set(purposes.map(({ purpose }) => purpose)).size === purposes.length,
      'must list each purpose once',
    ),
  ),
  policy_url: shortText,
  policy_version: z.string().check(z.regex(/^[\w.-]{1,40}$/)),
  collection_mode: shortText,
});
export type ConsentRecord = z.infer<typeof consentBody>;

/** What a person agreed to, before the service adds the controller. */
export const givenConsentSchema = z.omit(consentBody, { data_controller: true });
export type GivenConsent = z.infer<typeof givenConsentSchema>;

/** The consent in force with its receipt. `purposes` is empty when no consent was ever given. */
export const consentAnswer = z.object({
  /** Receipt number; '' without consent. */
  ID: z.string(),
  description: z.string(),
  data_controller: z.object({
    company: z.string(),
    contact: z.string(),
    email: z.string(),
    on_behalf: z.boolean(),
  }),
  purposes: z.array(purposeSchema),
  policy_url: z.string(),
  policy_version: z.string(),
  collection_mode: z.string(),
  /** When this record was given: seconds since 1970, in an export ms; 0 without consent. */
  Created: z.int(),
});
export type ConsentAnswer = z.infer<typeof consentAnswer>;

/** The answer to the person or device that consented. */
export const ownConsentAnswer = z.extend(consentAnswer, {
  /**
   * For a device: can only withdraw the consent and unregister the device, without an expiry. An app may store it where
   * other people could find it.
   */
  WithdrawalToken: z.optional(z.string()),
});

export type OwnConsentAnswer = z.infer<typeof ownConsentAnswer>;

/** The withdrawal token of a device; an access token is refused. */
export const withdrawalTokenBody = z.object({ Token: z.string().check(z.maxLength(2000)) });

/** Whether a record authorises a purpose. */
export const authorises = (
  consent: Pick<ConsentRecord, 'purposes'> | null,
  purpose: ConsentPurpose,
): boolean =>
  consent?.purposes.some((entry) => entry.purpose === purpose && entry.authorized) ?? false;
