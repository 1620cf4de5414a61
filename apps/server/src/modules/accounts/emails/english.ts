// SPDX-License-Identifier: Apache-2.0
import type { EmailTexts } from './email-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = 'Forgot password?';

export const ENGLISH: EmailTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `Set a new password for ${organisation}`,
    paragraphs: [
      `Somebody, hopefully you, asked for a new password for your account at ${organisation}.`,
      `Open this link within ${lifetime}. It works once.`,
      link,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  invitation: ({ organisation, link, lifetime }) => ({
    subject: `Your account at ${organisation}`,
    paragraphs: [
      `${organisation} has created an account for you with this address.`,
      `Open this link within ${lifetime} and choose your password. It works once.`,
      link,
      `Later, “${FORGOT}” on the sign-in screen sends you a new link.`,
      'If you did not expect this, do nothing.',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `Confirm your account at ${organisation}`,
    paragraphs: [
      `Somebody, hopefully you, wants to create an account at ${organisation} with this address.`,
      `Open this link within ${lifetime} and enter the password you chose. It works once.`,
      link,
      'If it was not you, do nothing: no account is created.',
    ],
  }),
  accountExists: ({ organisation }) => ({
    subject: `You have an account at ${organisation} already`,
    paragraphs: [
      `Somebody, hopefully you, wanted to create an account at ${organisation} with this address. There is one already.`,
      `Sign in with your password, or use “${FORGOT}” on the sign-in screen to set a new one.`,
      'If it was not you, do nothing.',
    ],
  }),
  passwordChanged: ({ organisation }) => ({
    subject: `Your password for ${organisation} was changed`,
    paragraphs: [
      `The password of your account at ${organisation} was changed, and every other session was signed out.`,
      `If it was not you, use “${FORGOT}” on the sign-in screen at once.`,
    ],
  }),
  secondFactorOn: ({ organisation }) => ({
    subject: `Two-step sign-in for ${organisation} was turned on`,
    paragraphs: [
      `Signing in to your account at ${organisation} now needs a code of your authenticator app as well.`,
      'If it was not you, ask the operator of this service at once to take the second step away, and set a new password.',
    ],
  }),
  secondFactorOff: ({ organisation }) => ({
    subject: `Two-step sign-in for ${organisation} was turned off`,
    paragraphs: [
      `Signing in to your account at ${organisation} no longer needs a code of your authenticator app.`,
      `If it was not you, use “${FORGOT}” on the sign-in screen at once, and turn two-step sign-in on again under your profile.`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} is your ${organisation} sign-in code. It is valid for ${lifetime}. Tell it to nobody.`,
};
