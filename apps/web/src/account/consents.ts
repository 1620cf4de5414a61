// SPDX-License-Identifier: Apache-2.0
import {
  authorises,
  CONSENT_PURPOSES,
  POLICY_VERSION,
  type ConsentPurpose,
  type ConsentRecord,
} from '@perfuse/contract/account/consent';
import type { OrganisationAnswer } from '@perfuse/contract/account/organisation';
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

/** The record that goes to the service (specification, section 3). */
export function consentRecord(
  organisation: Pick<OrganisationAnswer, 'Name' | 'Contact' | 'Email'>,
  choice: ConsentChoice,
  texts: ConsentTexts,
  policyUrl: string,
): ConsentRecord {
  const authorised: Readonly<Record<ConsentPurpose, boolean>> = {
    privacyPolicyAndTermsOfUse: choice.terms,
    healthDataProcessing: choice.data,
    healthDataStorage: choice.data,
    // It is never asked for, so it is never given.
    healthDataReprocessing: false,
  };
  return {
    description: texts.description,
    data_controller: {
      company: organisation.Name,
      contact: organisation.Contact,
      email: organisation.Email,
      on_behalf: false,
    },
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

/** Whether a record lets a measurement take place under the policy of today. */
export const isSufficient = (
  consent: Pick<ConsentRecord, 'purposes' | 'policy_version'>,
): boolean =>
  consent.policy_version === POLICY_VERSION &&
  authorises(consent, 'privacyPolicyAndTermsOfUse') &&
  authorises(consent, 'healthDataProcessing');

/** The consents of the signed-in person at the service. Every call throws ApiError. */
export interface Consents {
  readonly organisation: () => Promise<OrganisationAnswer>;
  /** Whether what the service has on record suffices. */
  readonly isGiven: () => Promise<boolean>;
  /** Updates the record if there is one, else creates it. */
  readonly save: (choice: ConsentChoice, texts: ConsentTexts, policyUrl: string) => Promise<void>;
}

export function createConsents(analysis: () => AnalysisRoutes, source: TokenSource): Consents {
  const organisation = (): Promise<OrganisationAnswer> =>
    withToken(source, (token) => analysis().call('retrieveOrganisation', { token }));
  const retrieve = () =>
    withToken(source, (token) => analysis().call('retrieveConsent', { token }));
  return {
    organisation,
    isGiven: async () => isSufficient(await retrieve()),
    save: async (choice, texts, policyUrl) => {
      const [controller, existing] = await Promise.all([organisation(), retrieve()]);
      const body = consentRecord(controller, choice, texts, policyUrl);
      const route = existing.purposes.length > 0 ? 'updateConsent' : 'createConsent';
      await withToken(source, (token) => analysis().call(route, { token, body }));
    },
  };
}
