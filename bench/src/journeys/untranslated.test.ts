// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { untranslatedFinder } from './untranslated.ts';

const english = new Map([
  ['a:start', 'Start camera'],
  ['a:left', '{{count}} seconds left'],
  ['a:read', 'Read the <terms>terms of use</terms>.'],
  ['a:name', 'Perfuse'],
  ['a:sum', '{{a}}, {{b}}'],
  ['a:pulse', 'Signal'],
]);
const german = new Map([
  ['a:start', 'Kamera starten'],
  ['a:left', 'Noch {{count}} Sekunden'],
  ['a:read', 'Lesen Sie die <terms>Nutzungsbedingungen</terms>.'],
  ['a:name', 'Perfuse'],
  ['a:sum', '{{a}}; {{b}}'],
  ['a:pulse', 'Messsignal'],
  ['a:other', 'Signal'],
]);
const isUntranslated = untranslatedFinder(english, german);

test.each(['Start camera', ' Start camera\n', '12 seconds left', 'Read the', 'terms of use'])(
  '%j is reported as untranslated',
  (shown) => expect(isUntranslated(shown)).toBe(true),
);

test.each([
  ['the language has words for it', 'Kamera starten'],
  ['its own words around a number', 'Noch 12 Sekunden'],
  ['a name', 'Perfuse'],
  ['a word that the language uses elsewhere', 'Signal'],
  ['nothing but what was filled in', 'Ruhe, und Licht'],
  ['a sign', '.'],
])('%s: not reported', (_, shown) => expect(isUntranslated(shown)).toBe(false));
