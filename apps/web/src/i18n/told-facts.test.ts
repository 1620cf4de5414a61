// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '@perfuse/contract/language';
import { z } from '@perfuse/contract/schema';
import { expect, test } from 'vitest';
import { IDLE_TIMEOUT_MS } from '../session-timeout/idle.ts';

const locales = path.resolve(import.meta.dirname, '../../../../packages/locales');

/** The text of `namespace:a.b` as a person of that language reads it, without soft hyphens. */
function told(language: Language, key: string): string {
  const [namespace = '', names = ''] = key.split(':');
  const file = path.join(locales, language, `${namespace}.json`);
  let found: unknown = JSON.parse(readFileSync(file, 'utf8'));
  for (const name of names.split('.')) found = z.record(z.string(), z.unknown()).parse(found)[name];
  return z.string().parse(found).replaceAll('\u00AD', '');
}

test.each(LANGUAGES)('guests read how long the service has their results, in %s', (language) => {
  for (const key of ['consent:operator.guest', 'my-profile:guest', 'legal:privacy.kept.text']) {
    expect(told(language, key), key).toMatch(/\b24\b|24時間/);
  }
  for (const key of ['consent:onDevice.record', 'my-profile:onDevice.guest']) {
    expect(told(language, key), key).not.toContain('24');
  }
});

test.each(LANGUAGES)('the signal is said to be shown 3 dB higher than it is, in %s', (language) => {
  for (const key of ['metric-info:source.fused.note', 'evidence:spectrum.text']) {
    expect(told(language, key), key).toMatch(/\b3\sdB/);
  }
  // Once for what is added, once for where pulse and noise are equally strong, once for what doubles it.
  expect(told(language, 'metric-info:what.SNR').match(/\b3\sdB/g)).toHaveLength(3);
});

test.each(LANGUAGES)('what is left of a stopped measurement is said, in %s', (language) => {
  expect(told(language, 'legal:privacy.kept.text')).toMatch(/\b10\b|10分/);
});

/** As the payload's columns and the profile's fields call them. */
const BACKGROUND: Readonly<Record<Language, string>> = {
  en: 'background',
  ja: '背景',
  'zh-Hans': '背景',
  es: 'fondo',
  pt: 'fundo',
  'pt-BR': 'fundo',
  it: 'sfondo',
  fr: 'arrière-plan',
  de: 'Hintergrund',
};
const COUNTRY: Readonly<Record<Language, string>> = {
  en: 'country',
  ja: '国',
  'zh-Hans': '国家或地区',
  es: 'país',
  pt: 'país',
  'pt-BR': 'país',
  it: 'paese',
  fr: 'pays',
  de: 'Land',
};

test.each(LANGUAGES)('the background and the country are among what is read, in %s', (language) => {
  for (const key of [
    'legal:privacy.what.text',
    'camera-consent:data.text',
    'camera-consent:onDevice.text',
  ]) {
    expect(told(language, key), key).toContain(BACKGROUND[language]);
  }
  expect(told(language, 'legal:privacy.what.text')).toContain(COUNTRY[language]);
});

test.each(LANGUAGES)('the terms leave the age to the organisation of a link, in %s', (language) => {
  expect(told(language, 'legal:terms.use.text')).toMatch(/organi[sz]|组织|組織/i);
});

test.each(LANGUAGES)('the policy says how long a browser keeps what, in %s', (language) => {
  const minutes = String(IDLE_TIMEOUT_MS / 60_000);
  const policy = told(language, 'legal:privacy.device.text');
  expect(policy).toContain(minutes);
  expect(policy).toContain(told(language, 'session:forget.button'));
  // The days of the cookie with the account's name (session-cookies.ts of the server).
  expect(policy).toMatch(/cookie.*180/is);
  expect(told(language, 'legal:privacy.keptOnDevice.text')).toContain(minutes);
});

/** Words by which a translation says what English does. */
const SAID: readonly (readonly [key: string, said: Readonly<Partial<Record<Language, RegExp>>>])[] =
  [
    [
      'results:bandSource.stroke-risk',
      {
        en: /fixed/,
        ja: /一律/,
        'zh-Hans': /固定/,
        es: /fija/,
        pt: /fixa/,
        'pt-BR': /fixa/,
        it: /fissa/,
        fr: /fixe/,
        de: /fest/,
      },
    ],
    [
      'legal:privacy.rights.text',
      {
        en: /at any time/,
        ja: /いつでも/,
        'zh-Hans': /随时/,
        es: /en cualquier momento/,
        pt: /a qualquer momento/,
        'pt-BR': /a qualquer momento/,
        it: /in qualsiasi momento/,
        fr: /à tout moment/,
        de: /jederzeit/,
      },
    ],
    ['metric-info:what.TG_RISK_PROB', { ja: /高トリグリセリド血症/, 'zh-Hans': /高甘油三酯血症/ }],
    ['metric-info:what.HDLTC_RISK_PROB', { ja: /高コレステロール血症/, 'zh-Hans': /高胆固醇血症/ }],
    ['metric-info:sure.quality', { de: /^Zuverlässigkeit/ }],
    ['export:csv.quality', { de: /^Zuverlässigkeit/ }],
    ['metric-info:kind.missing', { de: /nicht verlässlich/ }],
    ['profile:units.imperial', { de: /^Angloamerikanisch$/ }],
    ['legal:terms.purpose.text', { fr: /usage expérimental uniquement/ }],
  ];

test.each(SAID)('%s says in every language what it says in English', (key, said) => {
  for (const language of LANGUAGES) {
    const words = said[language];
    if (words !== undefined) expect(told(language, key), language).toMatch(words);
  }
});

/** Half of the 6 breaths a minute that are read at least (fuse.ts of the engine). */
const FEWEST_BREATHS: Readonly<Record<Language, string>> = {
  en: 'three',
  ja: '3～',
  'zh-Hans': '三',
  es: 'tres',
  pt: 'três',
  'pt-BR': 'três',
  it: 'tre',
  fr: 'trois',
  de: 'drei',
};

test.each(LANGUAGES)('half a minute has as few breaths as are read, in %s', (language) => {
  for (const method of ['rifv', 'riav', 'riiv', 'riwv']) {
    const error = told(language, `metric-info:source.${method}.error`);
    expect(error).toContain(FEWEST_BREATHS[language]);
  }
});
