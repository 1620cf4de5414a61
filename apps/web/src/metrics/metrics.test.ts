// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { SECTION_IDS, shownSections } from './metrics.ts';

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
  expect(shownSections('consumer', null)).toEqual(SECTION_IDS);
  expect(shownSections('consumer', ['mental'])).toEqual(SECTION_IDS);
});

test.each(SECTION_IDS)('the enterprise edition shows %s when it alone is listed', (id) => {
  expect(shownSections('enterprise', [id])).toEqual([id]);
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
  expect(shownSections('enterprise', pages)).toEqual(shown);
});

test('without a list the enterprise edition shows every section', () => {
  expect(shownSections('enterprise', null)).toEqual(SECTION_IDS);
});
