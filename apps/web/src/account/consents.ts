// SPDX-License-Identifier: Apache-2.0
import {
  authorises,
  CONSENT_PURPOSES,
  POLICY_VERSION,
  type ConsentAnswer,
  type ConsentPurpose,
  type ConsentRecord,
  type GivenConsent,
} from '@perfuse/contract/account/consent';
import type { OrganisationAnswer } from '@perfuse/contract/account/organisation';
import { ApiError } from '@perfuse/client';
import { isOver } from './renewal.ts';
import type { AnalysisRoutes } from './analysis-routes.ts';
import { withToken, type TokenSource } from './token-source.ts';

/** The texts that a person agreed to, in their language. */
export interface ConsentTexts {
  readonly description: string;
  readonly purposes: Readonly<Record<ConsentPurpose, string>>;
}

/** The two boxes of the form. */
export interface ConsentChoice {
  /** Terms of use and privacy policy. */
  readonly terms: boolean;
  /** Processing and storing health data. */
  readonly data: boolean;
}

/** The consent given under the current policy (specification, section 3). */
export function givenConsent(
  choice: ConsentChoice,
  texts: ConsentTexts,
  policyUrl: string,
): GivenConsent {
  const authorised: Readonly<Record<ConsentPurpose, boolean>> = {
    privacyPolicyAndTermsOfUse: choice.terms,
    healthDataProcessing: choice.data,
    healthDataStorage: choice.data,
    // Never requested, so never given.
    healthDataReprocessing: false,
  };
  return {
    description: texts.description,
    purposes: CONSENT_PURPOSES.map((purpose) => ({
      purpose,
      authorized: authorised[purpose],
      description: texts.purposes[purpose],
    })),
    policy_url: policyUrl,
    policy_version: POLICY_VERSION,
    collection_mode: 'web-form',
  };
}

const controllerOf = ({ Name, Contact, Email }: OrganisationAnswer) => ({
  company: Name,
  contact: Contact,
  email: Email,
  on_behalf: false,
});

/** Whether a record permits a measurement under the current policy. */
export const isSufficient = (
  consent: Pick<ConsentRecord, 'purposes' | 'policy_version'>,
): boolean =>
  consent.policy_version === POLICY_VERSION &&
  authorises(consent, 'privacyPolicyAndTermsOfUse') &&
  authorises(consent, 'healthDataProcessing');

/** The consents of this person or guest at the service. Every call throws ApiError. */
export interface Consents {
  readonly organisation: () => Promise<OrganisationAnswer>;
  /** Whether the consent on record at the service suffices. */
  readonly isGiven: () => Promise<boolean>;
  /** Updates the record if there is one, else creates it. */
  readonly save: (consent: GivenConsent) => Promise<void>;
  /** Saves it unless the consent on record suffices. */
  readonly ensure: (consent: GivenConsent) => Promise<void>;
  /**
   * Changes every record to this one; does nothing where there is none.
   * @returns false when a device's token is no longer accepted: the service then keeps its data for the retention
   * period.
   */
  readonly withdraw: (consent: GivenConsent) => Promise<boolean>;
}

/** A guest's devices whose consent is on record; none for a person with an account. */
export interface ConsentedDevices {
  readonly all: () => readonly TokenSource[];
  /** Remembers the current device, if it is a guest's. */
  readonly add: () => void;
}

/** @param era of the current user; changes when the app may have passed to another person. */
export function createConsents(
  analysis: () => AnalysisRoutes,
  source: TokenSource,
  era: () => number,
  devices: ConsentedDevices,
): Consents {
  const organisation = (of = source): Promise<OrganisationAnswer> =>
    withToken(of, (token) => analysis().call('retrieveOrganisation', { token }));
  const retrieve = (of = source) =>
    withToken(of, (token) => analysis().call('retrieveConsent', { token }));
  const isOnRecord = ({ purposes }: ConsentAnswer): boolean => purposes.length > 0;
  const put = async (
    consent: GivenConsent,
    isDue: (existing: ConsentAnswer) => boolean,
    of = source,
  ): Promise<void> => {
    const begun = era();
    const existing = await retrieve(of);
    if (!isDue(existing)) return;
    const body = { ...consent, data_controller: controllerOf(await organisation(of)) };
    // The token now belongs to another user.
    if (begun !== era()) throw new ApiError('INVALID_TOKEN', 401, 'who agreed has left');
    const route = isOnRecord(existing) ? 'updateConsent' : 'createConsent';
    await withToken(of, (token) => analysis().call(route, { token, body }));
  };
  const give = async (...given: Parameters<typeof put>): Promise<void> => {
    const begun = era();
    await put(...given);
    if (begun === era()) devices.add();
  };
  return {
    organisation: () => organisation(),
    isGiven: async () => isSufficient(await retrieve()),
    save: (consent) => give(consent, () => true),
    ensure: (consent) => give(consent, (existing) => !isSufficient(existing)),
    withdraw: async (consent) => {
      const begun = era();
      const given = devices.all();
      let isComplete = true;
      for (const of of given.length > 0 ? given : [source]) {
        try {
          await put(consent, isOnRecord, of);
        } catch (cause) {
          if (of === source || !isOver(cause) || begun !== era()) throw cause;
          isComplete = false;
        }
      }
      return isComplete;
    },
  };
}
