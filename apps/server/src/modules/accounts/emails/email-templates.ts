// SPDX-License-Identifier: Apache-2.0
/** Mails and text messages to people, each in the language of whoever it is for. */
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
import type { LetterText, LetterTexts } from './email-texts.ts';

export interface Letter {
  readonly subject: string;
  readonly body: string;
}

/** A language of the product without its letters does not compile. */
export const LETTERS: Readonly<Record<Language, LetterTexts>> = {
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

/** Who a letter is from, and in what language it is written. */
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

const written = ({ subject, paragraphs }: LetterText): Letter => ({
  subject,
  body: `${paragraphs.join('\n\n')}\n`,
});

export const resetLetter = (
  { organisation, language }: Sender,
  link: string,
  lifetimeS = RESET_LINK_LIFETIME_S,
): Letter =>
  written(
    LETTERS[language].reset({
      organisation: oneLine(organisation),
      link,
      lifetime: minutes(language, lifetimeS),
    }),
  );

export const invitationLetter = ({ organisation, language }: Sender, link: string): Letter =>
  written(
    LETTERS[language].invitation({
      organisation: oneLine(organisation),
      link,
      lifetime: span(language, INVITATION_LIFETIME_S / 86_400, 'day'),
    }),
  );

export const confirmLetter = ({ organisation, language }: Sender, link: string): Letter =>
  written(
    LETTERS[language].confirm({
      organisation: oneLine(organisation),
      link,
      lifetime: hours(language, CONFIRM_LINK_LIFETIME_S),
    }),
  );

export const accountExistsLetter = ({ organisation, language }: Sender): Letter =>
  written(LETTERS[language].accountExists({ organisation: oneLine(organisation) }));

export const passwordChangedLetter = ({ organisation, language }: Sender): Letter =>
  written(LETTERS[language].passwordChanged({ organisation: oneLine(organisation) }));

export const secondFactorLetter = (
  { organisation, language }: Sender,
  what: 'on' | 'off',
): Letter => {
  const { secondFactorOn, secondFactorOff } = LETTERS[language];
  const letter = what === 'on' ? secondFactorOn : secondFactorOff;
  return written(letter({ organisation: oneLine(organisation) }));
};

export const loginCodeText = ({ organisation, language }: Sender, code: string): string =>
  LETTERS[language].loginCode({
    organisation: oneLine(organisation),
    code,
    lifetime: minutes(language, LOGIN_CODE.lifetimeS),
  });
