// SPDX-License-Identifier: Apache-2.0
/** E-mails and text messages, each in the language of its recipient. */
import {
  CONFIRM_LINK_LIFETIME_S,
  INVITATION_LIFETIME_S,
  LOGIN_CODE,
  RESET_LINK_LIFETIME_S,
} from '@perfuse/contract/account/sign-in';
import { numberLocale, type Language } from '@perfuse/contract/language';
import { BRAZILIAN_PORTUGUESE } from './brazilian-portuguese.ts';
import { CHINESE } from './chinese.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { JAPANESE } from './japanese.ts';
import { PORTUGUESE } from './portuguese.ts';
import { SPANISH } from './spanish.ts';
import type { EmailText, EmailTexts } from './email-texts.ts';

export interface Email {
  readonly subject: string;
  readonly body: string;
}

/** Typed so that a language without its e-mails does not compile. */
export const EMAIL_TEXTS: Readonly<Record<Language, EmailTexts>> = {
  en: ENGLISH,
  ja: JAPANESE,
  'zh-Hans': CHINESE,
  es: SPANISH,
  pt: PORTUGUESE,
  it: ITALIAN,
  fr: FRENCH,
  de: GERMAN,
  'pt-BR': BRAZILIAN_PORTUGUESE,
};

/** The sender as the e-mail names it, and its language. */
export interface Sender {
  readonly organisation: string;
  readonly language: Language;
}

/** A time span as the language writes it: `30 minutes`, `24 Stunden`, `5 分`. */
const span = (language: Language, count: number, unit: 'minute' | 'hour' | 'day'): string =>
  new Intl.NumberFormat(numberLocale(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(count);
const minutes = (language: Language, seconds: number): string =>
  span(language, Math.round(seconds / 60), 'minute');
const hours = (language: Language, seconds: number): string =>
  span(language, Math.round(seconds / 3600), 'hour');

/** Names come from operators; a line break would begin another paragraph, or another header. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const written = ({ subject, paragraphs }: EmailText): Email => ({
  subject,
  body: `${paragraphs.join('\n\n')}\n`,
});

export const resetEmail = (
  { organisation, language }: Sender,
  link: string,
  lifetimeS = RESET_LINK_LIFETIME_S,
): Email =>
  written(
    EMAIL_TEXTS[language].reset({
      organisation: oneLine(organisation),
      link,
      lifetime: minutes(language, lifetimeS),
    }),
  );

export const invitationEmail = ({ organisation, language }: Sender, link: string): Email =>
  written(
    EMAIL_TEXTS[language].invitation({
      organisation: oneLine(organisation),
      link,
      lifetime: span(language, INVITATION_LIFETIME_S / 86_400, 'day'),
    }),
  );

export const confirmationEmail = ({ organisation, language }: Sender, link: string): Email =>
  written(
    EMAIL_TEXTS[language].confirm({
      organisation: oneLine(organisation),
      link,
      lifetime: hours(language, CONFIRM_LINK_LIFETIME_S),
    }),
  );

export const accountExistsEmail = ({ organisation, language }: Sender): Email =>
  written(EMAIL_TEXTS[language].accountExists({ organisation: oneLine(organisation) }));

export const passwordChangedEmail = ({ organisation, language }: Sender): Email =>
  written(EMAIL_TEXTS[language].passwordChanged({ organisation: oneLine(organisation) }));

export const secondFactorEmail = (
  { organisation, language }: Sender,
  what: 'on' | 'off',
): Email => {
  const { secondFactorOn, secondFactorOff } = EMAIL_TEXTS[language];
  const email = what === 'on' ? secondFactorOn : secondFactorOff;
  return written(email({ organisation: oneLine(organisation) }));
};

export const loginCodeText = ({ organisation, language }: Sender, code: string): string =>
  EMAIL_TEXTS[language].loginCode({
    organisation: oneLine(organisation),
    code,
    lifetime: minutes(language, LOGIN_CODE.lifetimeS),
  });
