// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { analysisPlacesOf } from './analysis-places.ts';
import { launchedConfiguration } from './launched.test-support.ts';
import { visitOf, visitWithoutLink } from './visit.ts';

const CALLBACK = { resultsCallbackUrl: 'https://clinic.example/done' };

test('without a link the installation determines the place, by default the service', () => {
  expect(analysisPlacesOf({}, visitWithoutLink())).toBe('service');
  expect(analysisPlacesOf({ analysis: 'device' }, visitWithoutLink())).toBe('device');
});

test('a link follows its configuration alone', () => {
  const visit = (analysis?: 'device' | 'choice') =>
    visitOf(launchedConfiguration({}, { analysis }));
  expect(analysisPlacesOf({ analysis: 'device' }, visit())).toBe('service');
  expect(analysisPlacesOf({}, visit('device'))).toBe('device');
  expect(analysisPlacesOf({}, visit('choice'))).toBe('choice');
});

test('there is no choice where results reach an integrator through the service', () => {
  const plain = launchedConfiguration(CALLBACK, { analysis: 'choice' });
  expect(analysisPlacesOf({}, visitOf(plain))).toBe('choice');
  expect(analysisPlacesOf({}, visitOf({ ...plain, postsResults: true }))).toBe('service');
  const encrypted = launchedConfiguration(CALLBACK, { analysis: 'choice', encryptResults: true });
  expect(analysisPlacesOf({}, visitOf(encrypted))).toBe('service');
});
