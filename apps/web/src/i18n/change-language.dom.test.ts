// SPDX-License-Identifier: Apache-2.0
import i18next from 'i18next';
import { beforeEach, expect, test } from 'vitest';
import type { EmbedderSettings } from '@perfuse/contract/launch/embed';
import { createStore } from 'zustand/vanilla';
import { createVisit } from '../launch/visit.ts';
import { readLanguageChoice } from './choice.ts';
import { applyEmbedderLanguage, applyLaunchLanguage, chooseLanguage } from './change-language.ts';
import { LATER_TEXTS, startI18n } from './start.ts';

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
  await i18next.changeLanguage('en');
});

test('a language is applied once its texts in use are loaded', async () => {
  await i18next.loadNamespaces(['results']);
  expect(await chooseLanguage('ja')).toBe(true);
  expect(i18next.t('results:metric.heartRate')).toBe('心拍数');
  expect(readLanguageChoice()).toBe('ja');
});

test('when the texts cannot be fetched the language stays and nothing is remembered', async () => {
  LATER_TEXTS.set('common', () => () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await chooseLanguage('it')).toBe(false);
  LATER_TEXTS.delete('common');
  expect(i18next.language).toBe('en');
  expect(readLanguageChoice()).toBeNull();
});

test('the language of a launch is applied as soon as it is known', async () => {
  const visit = createVisit(true);
  applyLaunchLanguage(visit);
  visit.setState({ language: 'br' });
  await expect.poll(() => i18next.language).toBe('pt-BR');
  expect(readLanguageChoice()).toBeNull();
});

test('an unsupported language of a launch is ignored', () => {
  const visit = createVisit(true);
  visit.setState({ language: 'tlh' });
  applyLaunchLanguage(visit);
  expect(i18next.language).toBe('en');
});

// React 19 writes `undefined` where the attribute is removed.
test.each([null, 'undefined'])(
  'when the embedding page requests %s, the previous language is restored',
  async (none) => {
    const wish = (language: string | null): EmbedderSettings => ({
      ...{ source: 'perfuse-embed', version: 1, type: 'settings', theme: 'auto', height: null },
      language,
    });
    const wishes = createStore<EmbedderSettings | null>()(() => null);
    const speaks = (language: string) => expect.poll(() => i18next.language).toBe(language);
    await chooseLanguage('fr');
    applyEmbedderLanguage(wishes);
    for (const asked of ['de', 'it']) {
      wishes.setState(wish(asked), true);
      await speaks(asked);
    }
    wishes.setState(wish(none), true);
    await speaks('fr');
  },
);

test.each([
  ['de', '1 Messung', '3 Messungen'],
  ['fr', '1 mesure', '3 mesures'],
  ['ja', '1', '3'],
  ['pt-BR', '1 medição', '3 medições'],
])('plurals follow the rules of %s', async (language, one, many) => {
  await i18next.loadNamespaces(['history']);
  await i18next.loadLanguages(language);
  const t = i18next.getFixedT(language, 'history');
  expect(t('list.title', { count: 1 })).toContain(one);
  expect(t('list.title', { count: 3 })).toContain(many);
});

test.each([
  ['pt', '0 medições'],
  ['pt-BR', '0 medição'],
])('zero is plural in Portugal and singular in Brazil: %s', async (language, none) => {
  await i18next.loadNamespaces(['history']);
  await i18next.loadLanguages(language);
  expect(i18next.getFixedT(language, 'history')('list.title', { count: 0 })).toContain(none);
});
