// SPDX-License-Identifier: Apache-2.0
import { loadWithRetries } from '@perfuse/ui/loading/load-with-retries.ts';
import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readLanguageChoice } from './choice.ts';
import { FALLBACK_LANGUAGE, numberLocale, startLanguage } from './language.ts';

/** One file per language and namespace; adding a language is adding a folder. Mails are the server's. */
const files = import.meta.glob<ResourceKey>(['./*/*.json', '!./*/mails.json', '!./*/study.json'], {
  import: 'default',
  base: '../../../../packages/locales',
});

type Texts = () => Promise<ResourceKey>;
/** Where texts are that few people need, by namespace: the code that shows them adds them here. */
export const LATER_TEXTS = new Map<string, (language: string) => Texts | undefined>();

const fileOf = (language: string, namespace: string): string => `./${language}/${namespace}.json`;

const languages = [
  ...new Set(Object.keys(files).map((file) => file.split('/').at(-2) ?? FALLBACK_LANGUAGE)),
];

/** How a namespace is fetched in a language; undefined where there is none. */
export const textsOf = (language: string, namespace: string): Texts | undefined =>
  LATER_TEXTS.get(namespace)?.(language) ?? files[fileOf(language, namespace)];

/** Tries until it has the texts: to i18next those that failed once are loaded, and their keys would be shown. */
const onDemand: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = textsOf(language, namespace);
    if (load === undefined) done(`There are no texts '${namespace}' in ${language}.`, null);
    else void loadWithRetries(load).then((texts) => done(null, texts));
  },
};

interface PluralRuleSource {
  getRule: (code: string, options?: Intl.PluralRulesOptions) => Intl.PluralRules;
}

/** Plurals are those of the country whose ways the texts follow: in Portugal zero is many, in Brazil it is one. */
function applyRegionalPluralRules(): void {
  const resolver = i18next.services.pluralResolver as PluralRuleSource; // i18next leaves its type open
  const getRule = resolver.getRule.bind(resolver);
  resolver.getRule = (code, options) => getRule(numberLocale(code), options);
}

/** Starts the texts; screens load their own namespace when they first show. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    document.documentElement.dir = i18next.dir(language);
  });
  await i18next
    .use(onDemand)
    .use(initReactI18next)
    .init({
      lng: startLanguage(
        {
          // What a launch asks for is not known yet: see `applyLaunchLanguage`.
          launchProfile: null,
          configuration: null,
          chosen: readLanguageChoice(),
          host: window.location.hostname,
          browser: navigator.languages,
        },
        languages,
      ),
      fallbackLng: FALLBACK_LANGUAGE,
      supportedLngs: languages,
      // One file of each language, as vite/chunks.ts has it: what the first screen says.
      ns: ['common', 'session', 'preload'],
      defaultNS: 'common',
      interpolation: { escapeValue: false }, // React escapes.
      returnNull: false,
    });
  applyRegionalPluralRules();
}
