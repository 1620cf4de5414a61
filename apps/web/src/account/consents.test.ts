// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from 'vitest';
import type { AnalysisRoutes } from './analysis-routes.ts';
import { CONSENT_TEXTS } from './consent-texts.test-support.ts';
import { createConsents, givenConsent } from './consents.ts';

const CONSENT = givenConsent(
  { terms: true, data: true },
  CONSENT_TEXTS,
  'https://app.example/privacy',
);
const ANSWERS: Readonly<Record<string, unknown>> = {
  retrieveConsent: { purposes: [], policy_version: '' },
  retrieveOrganisation: { Name: 'Acme', Contact: '', Email: '' },
};

/** @param leavesAt the call during which the person leaves. */
function consents(leavesAt = '') {
  let era = 0;
  const called: string[] = [];
  const call = vi.fn((route: string) => {
    called.push(route);
    if (route === leavesAt) era += 1;
    return Promise.resolve(ANSWERS[route]);
  });
  // The client's type belongs to its routes; of these three alone is asked.
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
    ),
    called,
  };
}

test('a consent is put on record', async () => {
  const { made, called } = consents();
  await made.save(CONSENT);
  expect(called).toEqual(['retrieveConsent', 'retrieveOrganisation', 'createConsent']);
});

test.each(['retrieveConsent', 'retrieveOrganisation'])(
  'that of a person who leaves during %s is not put on the record of whoever comes after',
  async (route) => {
    const { made, called } = consents(route);
    await expect(made.save(CONSENT)).rejects.toThrow('who agreed has left');
    expect(called).toEqual(['retrieveConsent', 'retrieveOrganisation']);
  },
);
