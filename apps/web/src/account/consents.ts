// SPDX-License-Identifier: Apache-2.0
import {
  authorises,
  CONSENT_PURPOSES,
  POLICY_VERSION,
  type ConsentPurpose,
  type ConsentRecord,
  type GivenConsent,
  type OwnConsentAnswer,
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

/** Withdrawal tokens of a guest's devices whose consent is on record; none for a person with an account. */
export interface ConsentedDevices {
  readonly all: () => readonly string[];
  /** Remembers that of the current device, if it is a guest's. */
  readonly add: (withdrawalToken: string) => void;
}

/** @param era of the current user; changes when the app may have passed to another person. */
export function createConsents(
  analysis: () => AnalysisRoutes,
  source: TokenSource,
  era: () => number,
  devices: ConsentedDevices,
): Consents {
  const organisation = (): Promise<OrganisationAnswer> =>
    withToken(source, (token) => analysis().call('retrieveOrganisation', { token }));
  const retrieve = () =>
    withToken(source, (token) => analysis().call('retrieveConsent', { token }));
  const isOnRecord = ({ purposes }: OwnConsentAnswer): boolean => purposes.length > 0;
  /** @throws ApiError when the token now belongs to another user. */
  const assertSame = (begun: number): void => {
    if (begun !== era()) throw new ApiError('INVALID_TOKEN', 401, 'who agreed has left');
  };
  /** Records the consent if it is due. @returns the consent on record. */
  const put = async (
    consent: GivenConsent,
    isDue: (existing: OwnConsentAnswer) => boolean,
  ): Promise<OwnConsentAnswer> => {
    const begun = era();
    const existing = await retrieve();
    if (!isDue(existing)) return existing;
    const body = { ...consent, data_controller: controllerOf(await organisation()) };
    assertSame(begun);
    const route = isOnRecord(existing) ? 'updateConsent' : 'createConsent';
    return withToken(source, (token) => analysis().call(route, { token, body }));
  };
  const give = async (...given: Parameters<typeof put>): Promise<void> => {
    const begun = era();
    const { WithdrawalToken } = await put(...given);
    if (begun === era() && WithdrawalToken !== undefined) devices.add(WithdrawalToken);
  };
  /** @returns false when the token is no longer accepted. */
  const withdrawFor = async (Token: string): Promise<boolean> => {
    try {
      await analysis().call('withdrawDeviceConsent', { body: { Token } });
      return true;
    } catch (cause) {
      if (!isOver(cause)) throw cause;
      return false;
    }
  };
  return {
    organisation,
    isGiven: async () => isSufficient(await retrieve()),
    save: (consent) => give(consent, () => true),
    ensure: (consent) => give(consent, (existing) => !isSufficient(existing)),
    withdraw: async (consent) => {
      const begun = era();
      const tokens = devices.all();
      if (tokens.length === 0) await put(consent, isOnRecord);
      let isComplete = true;
      for (const token of tokens) isComplete = (await withdrawFor(token)) && isComplete;
      assertSame(begun);
      return isComplete;
    },
  };
}
