// SPDX-License-Identifier: Apache-2.0
import {
  filled,
  httpAddress,
  onOff,
  origin,
  smsTemplate,
  smtpAddress,
  wholeNumber,
} from './rules.ts';

/** Settings of accounts and of the messages that people get. */
export const ACCOUNT_SETTINGS = {
  PERFUSE_PUBLIC_URL: {
    schema: origin,
    meaning:
      'Where people reach the app, such as https://perfuse.example.org: for the links in mails and in the code that a phone goes on with. By default http, HOST and PORT; that code then leads to the address in the browser.',
  },
  PERFUSE_SMTP_URL: {
    schema: smtpAddress,
    meaning:
      'Mail server as smtp[s]://[user:password@]host[:port]. Without, mails wait in the outbox for the operator.',
  },
  PERFUSE_CONFIRM_EMAIL: {
    schema: onOff,
    meaning:
      'Whether an account begins only with the link mailed to its address. By default on where PERFUSE_SMTP_URL is set. When off, signing in after a sign-up tells whether the address had an account.',
  },
  PERFUSE_MAIL_FROM: { schema: filled, meaning: 'Sender of mails, `Name <address>`.' },
  PERFUSE_SMS_URL: {
    schema: httpAddress,
    meaning:
      'HTTP gateway that text messages are posted to. Without, they wait in the outbox for the operator.',
  },
  PERFUSE_SMS_AUTHORIZATION: {
    schema: filled,
    meaning: 'Authorization header for the gateway, such as `Bearer …`.',
  },
  PERFUSE_SMS_TEMPLATE: {
    schema: smsTemplate,
    meaning:
      'What is posted, with {to} and {text} in it: JSON when it begins with a brace and a quote, else a form such as To={to}&Body={text}.',
  },
  PERFUSE_HANDOFF_S: {
    schema: wholeNumber(30, 3_600),
    meaning: 'Seconds that the code works with which a person goes on with a phone.',
  },
  PERFUSE_ATTEMPTS_ACCOUNT: {
    schema: wholeNumber(1, 1_000),
    meaning: 'Wrong attempts at one account in 15 minutes before it is locked for 15 minutes.',
  },
  PERFUSE_ATTEMPTS_ADDRESS: {
    schema: wholeNumber(1, 1_000_000),
    meaning:
      'Wrong attempts, sign-ups or requests of links and codes from one address in a window before it is locked.',
  },
} as const;

/** Not to be shown: they hold passwords. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'PERFUSE_SMTP_URL',
  'PERFUSE_SMS_URL',
  'PERFUSE_SMS_AUTHORIZATION',
  'PERFUSE_TRACES_AUTHORIZATION',
]);
