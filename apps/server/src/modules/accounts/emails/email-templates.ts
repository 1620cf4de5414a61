// SPDX-License-Identifier: Apache-2.0
/** E-mails and text messages, each in the language of its recipient. */
import {
  CONFIRM_LINK_LIFETIME_S,
  INVITATION_LIFETIME_S,
  LOGIN_CODE,
  RESET_LINK_LIFETIME_S,
} from '@perfuse/contract/account/sign-in';
import { numberLocale, type Language } from '@perfuse/contract/language';
import { EMAIL_TEXTS, type EmailName } from './email-texts.ts';

export interface Email {
  readonly subject: string;
  readonly body: string;
}

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

/** Names come from operators; a line break would start another paragraph or header. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Values for the placeholders of a text. */
type Facts = Readonly<Record<string, string>>;

/** In one pass, so that no part of a value is taken for a placeholder. */
const filled = (text: string, facts: Facts): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? '');

const factsOf = ({ organisation, language }: Sender, facts: Facts): Facts => ({
  organisation: oneLine(organisation),
  forgot: EMAIL_TEXTS[language].forgot,
  ...facts,
});

function written(sender: Sender, name: EmailName, facts: Facts = {}): Email {
  const { subject, body } = EMAIL_TEXTS[sender.language].emails[name];
  const places = factsOf(sender, facts);
  return { subject: filled(subject, places), body: `${filled(body, places)}\n` };
}

export const resetEmail = (
  sender: Sender,
  link: string,
  lifetimeS = RESET_LINK_LIFETIME_S,
): Email => written(sender, 'reset', { link, lifetime: minutes(sender.language, lifetimeS) });

/** For an account that an operator created: the link lets its owner choose a password. */
export const invitationEmail = (sender: Sender, link: string): Email =>
  written(sender, 'invitation', {
    link,
    lifetime: span(sender.language, INVITATION_LIFETIME_S / 86_400, 'day'),
  });

export const confirmationEmail = (sender: Sender, link: string): Email =>
  written(sender, 'confirm', { link, lifetime: hours(sender.language, CONFIRM_LINK_LIFETIME_S) });

export const accountExistsEmail = (sender: Sender): Email => written(sender, 'accountExists');

export const passwordChangedEmail = (sender: Sender): Email => written(sender, 'passwordChanged');

/** People without an e-mail address get the subject alone, as a text message. */
export const secondFactorEmail = (sender: Sender, what: 'on' | 'off'): Email =>
  written(sender, what === 'on' ? 'secondFactorOn' : 'secondFactorOff');

/** A text message: short, and the code comes first, where phones show it. */
export const loginCodeText = (sender: Sender, code: string): string =>
  filled(
    EMAIL_TEXTS[sender.language].emails.loginCode,
    factsOf(sender, { code, lifetime: minutes(sender.language, LOGIN_CODE.lifetimeS) }),
  );
