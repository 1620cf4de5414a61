// SPDX-License-Identifier: Apache-2.0
/** Screens of people who have an account, or are about to. */
import { PATHS } from '../routes/paths.ts';
import {
  ENROLLING,
  ENROLMENT,
  ok,
  past,
  refused,
  SECOND_STEP,
  secondFactor,
  SIGNED_IN,
  signedInAt,
  signIn,
} from './fake-backend.ts';
import { appears, press, type } from './steps.ts';
import type { AppStory } from './story.ts';
import { comeFar } from './app-stories.ts';

const SUBMIT = 'button[type="submit"]';
const LOGIN = { path: PATHS.login, answers: signIn('password', true) } as const;
const PHONE = { path: PATHS.login, answers: signIn('phone', true) } as const;
const fillIn = [
  type('[name="access-code"]', 'K7MP-22QX'),
  type('[name="username"]', 'ada.lovelace@example.org'),
  type('[name="password"]', 'Correct horse 1'),
];
/** The links from the first stage to others, below the form. */
const link = (place: number) => press(`form ~ div > button:nth-of-type(${String(place)})`);
const HISTORY = { path: PATHS.history, prepare: comeFar } as const;
const MY_PROFILE = { path: PATHS.myProfile, prepare: comeFar } as const;
const KNOWN = {
  ...SIGNED_IN,
  ...signIn('password', true),
  ...signedInAt(3),
  ...secondFactor(null),
};
const FACTOR = '[data-part="second-factor"] button';
const DIALOG = '[role="dialog"]';
const FORM = '#second-factor';
const go = press(`${SUBMIT}[form="second-factor"]:not([data-disabled])`);
const toKey = [
  press(FACTOR),
  type(`${FORM} input`, 'Correct horse 1'),
  go,
  appears(`${FORM} [autocomplete="one-time-code"]`),
];
const toSecondStep = [...fillIn, press(SUBMIT), appears('[data-field="code"]')];
const enterCode = [type('[data-field="code"] input', '123456'), press(SUBMIT)];
const toEnrolment = [...toSecondStep, appears('form svg')];

export const ACCOUNT_STORIES: Readonly<Record<string, AppStory>> = {
  login: LOGIN,
  'login-errors': { ...LOGIN, steps: [press(SUBMIT)] },
  'login-waiting': {
    ...LOGIN,
    answers: { ...LOGIN.answers, 'POST /api/signin': 'never' },
    steps: [...fillIn, press(SUBMIT)],
  },
  'login-refused': {
    ...LOGIN,
    answers: { ...LOGIN.answers, 'POST /api/signin': refused(401, 'INVALID_USER') },
    steps: [...fillIn, press(SUBMIT), appears('[role="alert"] p')],
  },
  'login-locked': {
    ...LOGIN,
    answers: { ...LOGIN.answers, 'POST /api/signin': refused(429, 'TOO_MANY_ATTEMPTS') },
    steps: [...fillIn, press(SUBMIT), appears('[role="alert"] p')],
  },
  'login-second-step': {
    ...LOGIN,
    answers: { ...LOGIN.answers, ...SECOND_STEP },
    steps: toSecondStep,
  },
  'login-second-step-wrong': {
    ...LOGIN,
    answers: {
      ...LOGIN.answers,
      ...SECOND_STEP,
      'POST /api/signin/second-step': refused(401, 'INVALID_MFA_TOKEN'),
    },
    steps: [...toSecondStep, ...enterCode, appears('[role="alert"] p')],
  },
  'login-recovery': {
    ...LOGIN,
    answers: { ...LOGIN.answers, ...SECOND_STEP },
    steps: [...toSecondStep, link(1), appears('[data-field="recoveryCode"]')],
  },
  'login-enrolment': {
    ...LOGIN,
    answers: { ...LOGIN.answers, ...ENROLLING },
    steps: toEnrolment,
  },
  'login-enrolment-wrong': {
    ...LOGIN,
    answers: {
      ...LOGIN.answers,
      ...ENROLLING,
      'POST /api/signin/second-step': refused(401, 'INVALID_MFA_TOKEN'),
    },
    steps: [...toEnrolment, ...enterCode, appears('[role="alert"] p')],
  },
  'login-enrolment-codes': {
    ...LOGIN,
    answers: { ...LOGIN.answers, ...ENROLLING },
    steps: [...toEnrolment, ...enterCode, appears('[role="alertdialog"], [role="dialog"] li code')],
  },
  'login-ended': { ...LOGIN, prepare: ({ account }) => account.store.setState({ ended: 'idle' }) },
  signup: {
    ...LOGIN,
    steps: [link(1), appears('form li'), type('[name="password"]', 'correct')],
  },
  'signup-errors': {
    ...LOGIN,
    steps: [link(1), appears('form li'), type('[name="password"]', 'correct'), press(SUBMIT)],
  },
  'signup-mailed': {
    ...LOGIN,
    answers: { ...LOGIN.answers, 'POST /api/users': ok({ success: true, confirmation: 'mail' }) },
    steps: [link(1), appears('form li'), ...fillIn, press(SUBMIT), appears('[role="status"] p')],
  },
  'reset-password': { ...LOGIN, steps: [link(2)] },
  'login-phone': PHONE,
  'login-code': {
    ...PHONE,
    answers: { ...PHONE.answers, 'POST /analysis/auths/users/code': ok({ success: true }) },
    steps: [
      type('[data-field="prefix"] input', '1'),
      type('[data-field="phone"] input', '2025550123'),
      press(SUBMIT),
      appears('[data-field="code"]'),
    ],
  },
  'login-phone-errors': {
    ...PHONE,
    steps: [
      // An empty one is filled in for the region, which removes its error.
      type('[data-field="prefix"] input', '1'),
      press(SUBMIT),
      appears('[data-field] [data-invalid]'),
    ],
  },
  reset: { path: `${PATHS.reset}#token`, steps: [appears('form li')] },
  'reset-used': { path: PATHS.reset },
  confirm: { path: `${PATHS.confirm}#token` },
  'confirm-used': { path: PATHS.confirm },
  'my-profile': MY_PROFILE,
  'my-profile-withdraw': {
    ...MY_PROFILE,
    steps: [
      press('input[type="checkbox"]:not([disabled])'),
      appears('[data-part="checkbox"]:not([data-selected])'),
      press('main button'),
      appears('[role="alertdialog"]'),
    ],
  },
  'my-profile-signed-in': { ...MY_PROFILE, answers: KNOWN },
  'my-profile-without-consent': { path: PATHS.myProfile, answers: KNOWN },
  'my-profile-sessions-waiting': {
    ...MY_PROFILE,
    answers: { ...KNOWN, 'GET /api/account/sessions': 'never' },
  },
  'my-profile-sessions-failed': {
    ...MY_PROFILE,
    answers: { ...KNOWN, 'GET /api/account/sessions': refused(503, 'SERVICE_UNAVAILABLE') },
    steps: [appears('[role="alert"] p')],
  },
  'my-profile-session-end': {
    ...MY_PROFILE,
    answers: KNOWN,
    steps: [appears('main li button'), press('main li button'), appears('[role="alertdialog"]')],
  },
  'my-profile-second-factor': {
    ...MY_PROFILE,
    answers: { ...KNOWN, ...secondFactor(2) },
  },
  'my-profile-second-factor-required': {
    ...MY_PROFILE,
    answers: { ...KNOWN, ...secondFactor(10, true) },
  },
  'my-profile-second-factor-failed': {
    ...MY_PROFILE,
    answers: {
      ...KNOWN,
      'GET /api/account/second-factor': refused(503, 'SERVICE_UNAVAILABLE'),
    },
    steps: [appears('[role="alert"] p')],
  },
  'my-profile-factor-password': {
    ...MY_PROFILE,
    answers: KNOWN,
    steps: [press(FACTOR), appears(DIALOG)],
  },
  'my-profile-factor-key': { ...MY_PROFILE, answers: { ...KNOWN, ...ENROLMENT }, steps: toKey },
  'my-profile-factor-codes': {
    ...MY_PROFILE,
    answers: { ...KNOWN, ...ENROLMENT },
    steps: [
      ...toKey,
      type(`${FORM} [autocomplete="one-time-code"]`, '123456'),
      go,
      appears('[role="alertdialog"], [role="dialog"] li code'),
    ],
  },
  'my-profile-factor-off': {
    ...MY_PROFILE,
    answers: { ...KNOWN, ...secondFactor(9) },
    steps: [press(`${FACTOR}:last-of-type`), appears(FORM)],
  },
  'my-profile-erase': {
    ...MY_PROFILE,
    answers: KNOWN,
    steps: [
      press('main a[href$="history"] ~ button:last-of-type'),
      appears('[role="alertdialog"]'),
    ],
  },
  history: { ...HISTORY, answers: { ...KNOWN, ...past(9) }, steps: [appears('main li')] },
  'history-empty': { ...HISTORY, answers: { ...KNOWN, ...past(0, false) } },
  'history-waiting': { ...HISTORY, answers: { ...KNOWN, 'GET /api/history': 'never' } },
  'history-failed': { ...HISTORY, answers: KNOWN, steps: [appears('[role="alert"]')] },
  'history-delete': {
    ...HISTORY,
    answers: { ...KNOWN, ...past(3) },
    steps: [press('main li button'), appears('[role="alertdialog"]')],
  },
};
