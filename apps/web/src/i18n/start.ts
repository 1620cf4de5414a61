// SPDX-License-Identifier: Apache-2.0
import { loadWithRetries } from '@perfuse/ui/loading/load-with-retries.ts';
import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readLanguageChoice } from './choice.ts';
import { FALLBACK_LANGUAGE, numberLocale, startLanguage } from './language.ts';

/** One file per language and namespace; a new language needs only a new folder. Only the server uses mails. */
const files = import.meta.glob<ResourceKey>(['./*/*.json', '!./*/mails.json', '!./*/study.json'], {
  import: 'default',
  base: '../../../../packages/locales',
});

type Texts = () => Promise<ResourceKey>;
/** Loaders of rarely needed texts, by namespace: the code that shows them registers them here. */
export const LATER_TEXTS = new Map<string, (language: string) => Texts | undefined>();

const fileOf = (language: string, namespace: string): string => `./${language}/${namespace}.json`;

const languages = [
  ...new Set(Object.keys(files).map((file) => file.split('/').at(-2) ?? FALLBACK_LANGUAGE)),
];

/** The loader of a namespace in a language; undefined where there is none. */
export const textsOf = (language: string, namespace: string): Texts | undefined =>
  LATER_TEXTS.get(namespace)?.(language) ?? files[fileOf(language, namespace)];

/** Retries until it has the texts: i18next treats a failed namespace as loaded, and would show its keys. */
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

/** Plural rules follow the country whose formats the texts use: zero is plural in Portugal, singular in Brazil. */
function applyRegionalPluralRules(): void {
  const resolver = i18next.services.pluralResolver as PluralRuleSource; // i18next leaves its type open
  const getRule = resolver.getRule.bind(resolver);
  resolver.getRule = (code, options) => getRule(numberLocale(code), options);
}

/** Initialises i18next; screens load their own namespace when they are first rendered. */
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
          // The launch's language is not known yet: see `applyLaunchLanguage`.
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
      // The texts of the first screen, one file per language: see vite/chunks.ts.
      ns: ['common', 'session', 'preload'],
      defaultNS: 'common',
      interpolation: { escapeValue: false }, // React escapes.
      returnNull: false,
    });
  applyRegionalPluralRules();
}
