// SPDX-License-Identifier: Apache-2.0
/** The texts of the e-mails and text messages, from the catalogues of the app. */
import type { Language } from '@perfuse/contract/language';
import deLogin from '@perfuse/locales/de/login.json' with { type: 'json' };
import de from '@perfuse/locales/de/mails.json' with { type: 'json' };
import enLogin from '@perfuse/locales/en/login.json' with { type: 'json' };
import en from '@perfuse/locales/en/mails.json' with { type: 'json' };
import esLogin from '@perfuse/locales/es/login.json' with { type: 'json' };
import es from '@perfuse/locales/es/mails.json' with { type: 'json' };
import frLogin from '@perfuse/locales/fr/login.json' with { type: 'json' };
import fr from '@perfuse/locales/fr/mails.json' with { type: 'json' };
import itLogin from '@perfuse/locales/it/login.json' with { type: 'json' };
import it from '@perfuse/locales/it/mails.json' with { type: 'json' };
import jaLogin from '@perfuse/locales/ja/login.json' with { type: 'json' };
import ja from '@perfuse/locales/ja/mails.json' with { type: 'json' };
import ptBrLogin from '@perfuse/locales/pt-BR/login.json' with { type: 'json' };
import ptBr from '@perfuse/locales/pt-BR/mails.json' with { type: 'json' };
import ptLogin from '@perfuse/locales/pt/login.json' with { type: 'json' };
import pt from '@perfuse/locales/pt/mails.json' with { type: 'json' };
import zhLogin from '@perfuse/locales/zh-Hans/login.json' with { type: 'json' };
import zh from '@perfuse/locales/zh-Hans/mails.json' with { type: 'json' };

/** A subject and a body with placeholders such as `{{link}}`; for a text message, the text alone. */
type EmailTexts = typeof en;
export type EmailName = {
  [Name in keyof EmailTexts]: EmailTexts[Name] extends string ? never : Name;
}[keyof EmailTexts];

interface LanguageTexts {
  readonly emails: EmailTexts;
  /** The app's label of the sign-in screen's link to a new password. */
  readonly forgot: string;
}

const of = (emails: EmailTexts, login: Pick<typeof enLogin, 'link'>): LanguageTexts => ({
  emails,
  forgot: login.link.forgot,
});

/** Typed so that a language without its e-mails does not compile. */
export const EMAIL_TEXTS: Readonly<Record<Language, LanguageTexts>> = {
  en: of(en, enLogin),
  ja: of(ja, jaLogin),
  'zh-Hans': of(zh, zhLogin),
  es: of(es, esLogin),
  pt: of(pt, ptLogin),
  it: of(it, itLogin),
  fr: of(fr, frLogin),
  de: of(de, deLogin),
  'pt-BR': of(ptBr, ptBrLogin),
};
