// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { SECTION_IDS } from '../../../metrics/metrics.ts';
import { ALL_RESULTS, shownSections } from './results-settings.ts';

const listed = (...resultPages: string[]) => ({ ...ALL_RESULTS, resultPages });

test('the sections are named and ordered as in the specification', () => {
  expect(SECTION_IDS).toEqual([
    'vitals-breathing',
    'physiological',
    'mental',
    'physical',
    'cvd-hrattack-stroke',
    'metabolic',
    'bloodbiomarkers',
    'overall',
  ]);
});

test('the consumer edition shows every section, whatever is listed', () => {
  expect(shownSections('consumer', ALL_RESULTS)).toEqual(SECTION_IDS);
  expect(shownSections('consumer', listed('mental'))).toEqual(SECTION_IDS);
});

test.each(SECTION_IDS)('the enterprise edition shows %s when it alone is listed', (id) => {
  expect(shownSections('enterprise', listed(id))).toEqual([id]);
});

test.each([
  [
    ['overall', 'mental'],
    ['mental', 'overall'],
  ],
  [['mental', 'mental'], ['mental']],
  [['Mental', 'unheard-of', ''], []],
  [[], []],
])('the enterprise edition turns the list %j into %j', (pages, shown) => {
  expect(shownSections('enterprise', listed(...pages))).toEqual(shown);
});

test('without a list the enterprise edition shows every section', () => {
  expect(shownSections('enterprise', ALL_RESULTS)).toEqual(SECTION_IDS);
});
