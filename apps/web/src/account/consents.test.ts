// SPDX-License-Identifier: Apache-2.0
import type { ConsentPurpose, GivenConsent } from '@perfuse/contract/account/consent';
import { expect, test, vi } from 'vitest';
import type { AnalysisRoutes } from './analysis-routes.ts';
import { CONSENT_TEXTS } from './consent-texts.test-support.ts';
import { createConsents, givenConsent, type ConsentChoice } from './consents.ts';

type Answer = Pick<GivenConsent, 'purposes' | 'policy_version'>;

const given = (choice: ConsentChoice): GivenConsent =>
  givenConsent(choice, CONSENT_TEXTS, 'https://app.example/privacy');
const CONSENT = given({ terms: true, data: true });
const NONE: Answer = { purposes: [], policy_version: '' };

/** @param leavesAt the call during which the person leaves. */
function consents({ onRecord = NONE, leavesAt = '' } = {}) {
  const answers: Readonly<Record<string, unknown>> = {
    retrieveConsent: onRecord,
    retrieveOrganisation: { Name: 'Acme', Contact: '', Email: '' },
    createConsent: { WithdrawalToken: 'withdrawal' },
  };
  let era = 0;
  const called: string[] = [];
  const tokens: string[] = [];
  const call = vi.fn((route: string) => {
    called.push(route);
    if (route === leavesAt) era += 1;
    return Promise.resolve(answers[route]);
  });
  // The client's type covers all its routes; only these three are requested.
  const routes = { call } as unknown as AnalysisRoutes;
  const token = {
    get: () => Promise.resolve('t'),
    renew: () => Promise.resolve('t'),
    held: () => 't',
  };
  return {
    made: createConsents(
      () => routes,
      token,
      () => era,
      { all: () => tokens, add: (one) => tokens.push(one) },
    ),
    called,
    tokens,
  };
}

test.each([
  [
    { terms: true, data: true },
    ['privacyPolicyAndTermsOfUse', 'healthDataProcessing', 'healthDataStorage'],
  ],
  [{ terms: true, data: false }, ['privacyPolicyAndTermsOfUse']],
  [{ terms: false, data: true }, ['healthDataProcessing', 'healthDataStorage']],
] as const)('the choice %j authorises %j and never reprocessing', (choice, purposes) => {
  const authorised = given(choice).purposes.filter(({ authorized }) => authorized);
  expect(authorised.map(({ purpose }) => purpose)).toEqual(purposes);
});

const without = (unauthorised: ConsentPurpose): Answer => ({
  ...CONSENT,
  purposes: CONSENT.purposes.map((one) =>
    one.purpose === unauthorised ? { ...one, authorized: false } : one,
  ),
});

test.each([
  ['all that is asked for', true, CONSENT],
  ['all but storing', true, without('healthDataStorage')],
  ['nothing', false, NONE],
  ['another policy', false, { ...CONSENT, policy_version: '2019-01-01' }],
  ['no terms', false, without('privacyPolicyAndTermsOfUse')],
  ['no processing', false, without('healthDataProcessing')],
])('a record of %s suffices: %s', async (_, isGiven, onRecord) => {
  expect(await consents({ onRecord }).made.isGiven()).toBe(isGiven);
});

test('a consent is recorded at the service, and the token to withdraw it is remembered', async () => {
  const { made, called, tokens } = consents();
  await made.save(CONSENT);
  expect(tokens).toEqual(['withdrawal']);
  expect(called).toEqual(['retrieveConsent', 'retrieveOrganisation', 'createConsent']);
});

test.each(['retrieveConsent', 'retrieveOrganisation'])(
  'the consent of a person who leaves during %s is not recorded for the next user',
  async (route) => {
    const { made, called } = consents({ leavesAt: route });
    await expect(made.save(CONSENT)).rejects.toThrow('who agreed has left');
    expect(called).toEqual(['retrieveConsent', 'retrieveOrganisation']);
  },
);
