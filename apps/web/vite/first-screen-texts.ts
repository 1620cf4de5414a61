// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const FILE = path.resolve(import.meta.dirname, '../src/first-screen/texts.ts');
const LOCALES = path.resolve(import.meta.dirname, '../../../packages/locales');

type Texts = Readonly<Record<string, unknown>>;

function textsOf(language: string, namespace: string): Texts {
  const file = path.join(LOCALES, language, `${namespace}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts; // our own texts
}

/**
 * Texts of the first screen in all languages: a module of 3 kB, so that they wait for no other file. Empty for the
 * enterprise edition, where an organisation may have its own texts.
 */
export const firstScreenTexts = (edition: string): Plugin => ({
  name: 'perfuse:first-screen-texts',
  load(id) {
    if (id !== FILE || edition !== 'consumer') return null;
    const languages = readdirSync(LOCALES).filter((language) =>
      existsSync(path.join(LOCALES, language, 'preload.json')),
    );
    const texts = languages.map((language) => {
      const { productName } = textsOf(language, 'common');
      const { title, lead, progress, percent: share } = textsOf(language, 'preload');
      const percent = String(share).replace('{{percent}}', '0');
      const { banner, title: titles, restored } = textsOf(language, 'results');
      const results = { banner, title: (titles as Texts)['values'], restored };
      return [language, { productName, title, lead, progress, percent, results }];
    });
    return `export const FIRST_SCREEN_TEXTS = ${JSON.stringify(Object.fromEntries(texts))};`;
  },
});
