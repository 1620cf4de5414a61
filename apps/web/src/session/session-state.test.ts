// SPDX-License-Identifier: Apache-2.0
import { POLICY_VERSION, type GivenConsent } from '@perfuse/contract/account/consent';
import { expect, test } from 'vitest';
import { givenConsent } from '../account/consents.ts';
import {
  hasConsented,
  INITIAL_STORED_SESSION,
  isForDeviceOnly,
  underTodaysPolicy,
} from './session-state.ts';

const TEXTS = {
  description: 'd',
  purposes: {
    privacyPolicyAndTermsOfUse: 'p',
    healthDataProcessing: 'p',
    healthDataStorage: 's',
    healthDataReprocessing: 'r',
  },
};
const consented = (data: boolean) => ({
  ...INITIAL_STORED_SESSION,
  consentCompleted: true,
  consent: givenConsent({ terms: true, data }, TEXTS, 'https://app.example/privacy'),
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

test('nobody has consented who has not, or to another policy', () => {
  expect(hasConsented(INITIAL_STORED_SESSION, true)).toBe(false);
  const consent: GivenConsent = { ...DEVICE.consent, policy_version: `${POLICY_VERSION}-before` };
  expect(hasConsented(underTodaysPolicy({ ...DEVICE, consent }), true)).toBe(false);
});
