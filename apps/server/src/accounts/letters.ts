// SPDX-License-Identifier: Apache-2.0
import {
  CONFIRM_LINK_LIFETIME_S,
  LOGIN_CODE,
  RESET_LINK_LIFETIME_S,
} from '@perfuse/contract/account/sign-in';

interface Letter {
  readonly subject: string;
  readonly body: string;
}

const minutes = (seconds: number): string => String(Math.round(seconds / 60));
const hours = (seconds: number): string => String(Math.round(seconds / 3600));
const paragraphs = (...texts: readonly string[]): string => `${texts.join('\n\n')}\n`;

/** Names come from operators; a line break would begin another paragraph, or another header. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What people are told. Nothing that a stranger typed is quoted. */
export const resetLetter = (organisation: string, link: string): Letter => ({
  subject: `Set a new password for ${oneLine(organisation)}`,
  body: paragraphs(
    `Somebody, hopefully you, asked for a new password for your account at ${oneLine(organisation)}.`,
    `Open this link within ${minutes(RESET_LINK_LIFETIME_S)} minutes. It works once.`,
    link,
    'If it was not you, do nothing: your password stays as it is.',
  ),
});

export const confirmLetter = (organisation: string, link: string): Letter => ({
  subject: `Confirm your account at ${oneLine(organisation)}`,
  body: paragraphs(
    `Somebody, hopefully you, wants to create an account at ${oneLine(organisation)} with this address.`,
    `Open this link within ${hours(CONFIRM_LINK_LIFETIME_S)} hours and enter the password you chose. It works once.`,
    link,
    'If it was not you, do nothing: no account is created.',
  ),
});

export const accountExistsLetter = (organisation: string): Letter => ({
  subject: `You have an account at ${oneLine(organisation)} already`,
  body: paragraphs(
    `Somebody, hopefully you, wanted to create an account at ${oneLine(organisation)} with this address. There is one already.`,
    'Sign in with your password, or use "Forgot password" on the sign-in screen to set a new one.',
    'If it was not you, do nothing.',
  ),
});

export const passwordChangedLetter = (organisation: string): Letter => ({
  subject: `Your password for ${oneLine(organisation)} was changed`,
  body: paragraphs(
    `The password of your account at ${oneLine(organisation)} was changed, and every session was signed out.`,
    'If it was not you, use "Forgot password" on the sign-in screen at once.',
  ),
});

export const loginCodeText = (organisation: string, code: string): string =>
  `${code} is your ${oneLine(organisation)} sign-in code. It is valid for ${minutes(LOGIN_CODE.lifetimeS)} minutes. Tell it to nobody.`;
