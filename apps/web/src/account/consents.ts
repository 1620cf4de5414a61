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

/** What is agreed to under the policy of today (specification, section 3). */
export function givenConsent(
  choice: ConsentChoice,
  texts: ConsentTexts,
  policyUrl: string,
): GivenConsent {
  const authorised: Readonly<Record<ConsentPurpose, boolean>> = {
    privacyPolicyAndTermsOfUse: choice.terms,
    healthDataProcessing: choice.data,
    healthDataStorage: choice.data,
    // It is never asked for, so it is never given.
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

/** Whether a record lets a measurement take place under the policy of today. */
export const isSufficient = (
  consent: Pick<ConsentRecord, 'purposes' | 'policy_version'>,
): boolean =>
  consent.policy_version === POLICY_VERSION &&
  authorises(consent, 'privacyPolicyAndTermsOfUse') &&
  authorises(consent, 'healthDataProcessing');

/** The consents of this person or guest at the service. Every call throws ApiError. */
export interface Consents {
  readonly organisation: () => Promise<OrganisationAnswer>;
  /** Whether what the service has on record suffices. */
  readonly isGiven: () => Promise<boolean>;
  /** Updates the record if there is one, else creates it. */
  readonly save: (consent: GivenConsent) => Promise<void>;
  /** Saves it unless what the service has on record suffices. */
  readonly ensure: (consent: GivenConsent) => Promise<void>;
  /** Changes the record to this one; does nothing where there is none. */
  readonly withdraw: (consent: GivenConsent) => Promise<void>;
}

/** @param era of whoever is here; another one when somebody else may be. */
export function createConsents(
  analysis: () => AnalysisRoutes,
  source: TokenSource,
  era: () => number,
): Consents {
  const organisation = (): Promise<OrganisationAnswer> =>
    withToken(source, (token) => analysis().call('retrieveOrganisation', { token }));
  const retrieve = () =>
    withToken(source, (token) => analysis().call('retrieveConsent', { token }));
  const isOnRecord = ({ purposes }: ConsentAnswer): boolean => purposes.length > 0;
  const putWhere =
    (isDue: (existing: ConsentAnswer) => boolean) =>
    async (consent: GivenConsent): Promise<void> => {
      const begun = era();
      const existing = await retrieve();
      if (!isDue(existing)) return;
      const body = { ...consent, data_controller: controllerOf(await organisation()) };
      // The token is that of whoever came after.
      if (begun !== era()) throw new ApiError('INVALID_TOKEN', 401, 'who agreed has left');
      const route = isOnRecord(existing) ? 'updateConsent' : 'createConsent';
      await withToken(source, (token) => analysis().call(route, { token, body }));
    };
  return {
    organisation,
    isGiven: async () => isSufficient(await retrieve()),
    save: putWhere(() => true),
    ensure: putWhere((existing) => !isSufficient(existing)),
    withdraw: putWhere(isOnRecord),
  };
}
