// SPDX-License-Identifier: Apache-2.0
import type { EmailTexts } from './email-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = 'Forgot password?';

export const ENGLISH: EmailTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `Set a new password for ${organisation}`,
    paragraphs: [
      `Someone, hopefully you, asked to reset the password for your account at ${organisation}.`,
      `Open this link within ${lifetime}. It works once.`,
      link,
      'If this was not you, you can ignore this email. Your password will not change.',
    ],
  }),
  invitation: ({ organisation, link, lifetime }) => ({
    subject: `Your account at ${organisation}`,
    paragraphs: [
      `${organisation} has created an account for you with this address.`,
      `Open this link within ${lifetime} and choose your password. It works once.`,
      link,
      `If the link has expired, use “${FORGOT}” on the sign-in screen to get a new one.`,
      'If you did not expect this email, you can ignore it.',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `Confirm your account at ${organisation}`,
    paragraphs: [
      `Someone, hopefully you, wants to create an account at ${organisation} with this address.`,
      `Open this link within ${lifetime} and enter the password you chose. It works once.`,
      link,
      'If this was not you, you can ignore this email. No account will be created.',
    ],
  }),
  accountExists: ({ organisation }) => ({
    subject: `You already have an account at ${organisation}`,
    paragraphs: [
      `Somebody, hopefully you, wanted to create an account at ${organisation} with this address. An account already exists.`,
      `Sign in with your password, or use “${FORGOT}” on the sign-in screen to set a new one.`,
      'If it was not you, do nothing.',
    ],
  }),
  passwordChanged: ({ organisation }) => ({
    subject: `Your password for ${organisation} was changed`,
    paragraphs: [
      `The password for your account at ${organisation} was changed, and you were signed out everywhere else.`,
      `If it was not you, use “${FORGOT}” on the sign-in screen immediately.`,
    ],
  }),
  secondFactorOn: ({ organisation }) => ({
    subject: `Two-step sign-in for ${organisation} was turned on`,
    paragraphs: [
      `Signing in to your account at ${organisation} now also requires a code from your authenticator app.`,
      'If it was not you, immediately ask the operator of this service to remove two-step sign-in, and set a new password.',
    ],
  }),
  secondFactorOff: ({ organisation }) => ({
    subject: `Two-step sign-in for ${organisation} was turned off`,
    paragraphs: [
      `Signing in to your account at ${organisation} no longer requires a code from your authenticator app.`,
      `If it was not you, use “${FORGOT}” on the sign-in screen at once, and turn two-step sign-in on again under your profile.`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} is your ${organisation} sign-in code. It is valid for ${lifetime}. Do not share it with anyone.`,
};
