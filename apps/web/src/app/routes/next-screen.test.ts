// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { screenAfterPreload } from './next-screen.ts';

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
])('what is fetched beside the tracker is %s', (_, session, isStraight, path) => {
  expect(screenAfterPreload(session, isStraight)).toBe(path);
});
