// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { afterPreload, screenAfterPreload, wantedAfterPreload } from './after-preload.ts';

test.each([
  ['enterprise', true, '/measurement'],
  ['enterprise', false, '/'],
  ['consumer', true, '/'],
  ['consumer', false, '/'],
] as const)('%s with callback mode %s continues at %s', (edition, isCallbackMode, path) => {
  expect(afterPreload(edition, isCallbackMode)).toBe(path);
});

test('the app continues at the screen that needed the files', () => {
  expect(afterPreload('consumer', false, '/measurement')).toBe('/measurement');
  expect(wantedAfterPreload({ wanted: '/measurement' })).toBe('/measurement');
  for (const state of [null, {}, { wanted: 'https://other.example' }, { wanted: 1 }]) {
    expect(wantedAfterPreload(state)).toBeNull();
  }
});

const DONE = {
  termsAccepted: true,
  consentCompleted: true,
  demographicsEntryMode: 'profileForm',
} as const;

test.each([
  ['the first step of a newcomer', { ...DONE, termsAccepted: false }, false, '/camera-consent'],
  ['the second', { ...DONE, consentCompleted: false }, false, '/consent'],
  ['the profile', DONE, false, '/profile'],
  [
    'the camera where nothing is asked',
    { ...DONE, demographicsEntryMode: 'noDemographics' as const },
    false,
    '/measurement',
  ],
  [
    'the camera of who comes from elsewhere',
    { ...DONE, termsAccepted: false },
    true,
    '/measurement',
  ],
])('the screen fetched along with the tracker is %s', (_, session, isStraight, path) => {
  expect(screenAfterPreload(session, isStraight)).toBe(path);
});
