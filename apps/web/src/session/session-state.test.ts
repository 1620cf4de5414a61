// SPDX-License-Identifier: Apache-2.0
import { POLICY_VERSION, type GivenConsent } from '@perfuse/contract/account/consent';
import { expect, test } from 'vitest';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { CONSENT_TEXTS } from '../account/consent-texts.test-support.ts';
import { givenConsent } from '../account/consents.ts';
import {
  hasConsented,
  INITIAL_STORED_SESSION,
  isForDeviceOnly,
  underTodaysPolicy,
} from './session-state.ts';
import { createSessionStore } from './session-store.ts';

const consented = (data: boolean) => ({
  ...INITIAL_STORED_SESSION,
  consentCompleted: true,
  consent: givenConsent({ terms: true, data }, CONSENT_TEXTS, 'https://app.example/privacy'),
});
const [SERVICE, DEVICE] = [consented(true), consented(false)];

test('a consent to this device covers this device alone', () => {
  expect(isForDeviceOnly(DEVICE)).toBe(true);
  expect([hasConsented(DEVICE, true), hasConsented(DEVICE, false)]).toEqual([true, false]);
});

test.each([
  ["a guest's to the service", SERVICE],
  ['one that the service has on record', { ...SERVICE, consent: null }],
])('%s covers this device as well', (_, state) => {
  expect(isForDeviceOnly(state)).toBe(false);
  expect([hasConsented(state, true), hasConsented(state, false)]).toEqual([true, true]);
});

test('no consent, or one to another policy, does not count as consented', () => {
  expect(hasConsented(INITIAL_STORED_SESSION, true)).toBe(false);
  const consent: GivenConsent = { ...DEVICE.consent, policy_version: `${POLICY_VERSION}-before` };
  expect(hasConsented(underTodaysPolicy({ ...DEVICE, consent }), true)).toBe(false);
});

test('an era ends when the user is forgotten, here or in another tab, or replaced by another', () => {
  const session = createSessionStore({ stored: SERVICE, results: [] });
  const { reset, enter, adopt, editProfile } = session.getState();
  const eras = [() => editProfile(EMPTY_PROFILE), reset].map((work) => {
    work();
    return session.getState().era;
  });
  expect(eras).toEqual([0, 1]);
  enter({ organisation: null, visit: null }, false);
  expect(session.getState().era).toBe(1);
  enter({ organisation: 'acme', visit: null }, false);
  expect(session.getState().era).toBe(2);
  session.getState().completeConsent();
  adopt(null);
  expect(session.getState().era).toBe(3);
  adopt({ ...INITIAL_STORED_SESSION, organisation: 'acme', userId: 'ada' });
  expect(session.getState().era).toBe(4);
});
