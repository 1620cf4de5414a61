// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import {
  headerValue,
  httpAddress,
  mailSender,
  oneOf,
  onOff,
  origin,
  smsTemplate,
  smtpAddress,
  wholeNumber,
} from './rules.ts';

/** Settings of accounts and of the messages that people receive. */
export const ACCOUNT_SETTINGS = {
  PERFUSE_PUBLIC_URL: {
    schema: z.optional(origin),
    meaning:
      'Public address of the app, such as https://perfuse.example.org, for links in emails and in the QR code that continues on a phone. By default http, HOST and PORT; the QR code then uses the address in the browser.',
  },
  PERFUSE_REGION: {
    schema: z.optional(oneOf(['cn'])),
    meaning:
      'cn for the China region, where people sign up and in by phone. By default, the China region applies if the host of PERFUSE_PUBLIC_URL, or without it the host in the browser, ends in .cn. Build the web app with the same value: its pages follow it too.',
  },
  PERFUSE_SMTP_URL: {
    schema: z.optional(smtpAddress),
    meaning:
      'Mail server as smtp[s]://[user:password@]host[:port]. Without it, emails stay in the outbox for the operator.',
  },
  PERFUSE_CONFIRM_EMAIL: {
    schema: z.optional(onOff),
    meaning:
      'Whether an account must be confirmed with a link emailed to its address. On by default if PERFUSE_SMTP_URL is set. When off, a sign-in after a sign-up reveals whether the address had an account.',
  },
  PERFUSE_MAIL_FROM: { schema: mailSender, meaning: 'Sender of emails, `Name <address>`.' },
  PERFUSE_SMS_URL: {
    schema: z.optional(httpAddress),
    meaning:
      'HTTP gateway that text messages are posted to. Without it, they stay in the outbox for the operator.',
  },
  PERFUSE_SMS_AUTHORIZATION: {
    schema: z.optional(headerValue),
    meaning: 'Authorization header for the gateway, such as `Bearer …`.',
  },
  PERFUSE_SMS_TEMPLATE: {
    schema: smsTemplate,
    meaning:
      'Body of the request to the gateway, with {to} and {text}: JSON if it begins with a brace and a quote, otherwise a form such as To={to}&Body={text}.',
  },
  PERFUSE_HANDOFF_S: {
    schema: wholeNumber(30, 3_600),
    meaning: 'Seconds for which the QR code that continues on a phone is valid.',
  },
  PERFUSE_ATTEMPTS_ACCOUNT: {
    schema: wholeNumber(1, 1_000),
    meaning:
      'Failed attempts on one account within 15 minutes before it is locked for 15 minutes. For sign-ups, reset links and second factors, within an hour; second factors are then locked for 30 minutes.',
  },
  PERFUSE_ATTEMPTS_ADDRESS: {
    schema: wholeNumber(1, 1_000_000),
    meaning:
      'Failed attempts, sign-ups or requests for links and codes from one address within the same periods before it is locked.',
  },
} as const;

/** Settings that must not be shown: they contain passwords. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'PERFUSE_SMTP_URL',
  'PERFUSE_SMS_URL',
  'PERFUSE_SMS_AUTHORIZATION',
  'PERFUSE_TRACES_AUTHORIZATION',
]);
