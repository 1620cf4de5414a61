// SPDX-License-Identifier: Apache-2.0
import { mailTransport } from '../mail/mail-transport.ts';
import { smsTransport } from '../mail/sms-transport.ts';
import { isLoopback } from './addresses.ts';
import type { Transports } from '../mail/transport.ts';
import type { Configuration } from './configuration.ts';
import { certificateFiles } from './consistency.ts';

/** The transports that are configured. */
export function createTransports(configuration: Configuration): Transports {
  const smtp = configuration.PERFUSE_SMTP_URL;
  const requiresTls =
    configuration.PERFUSE_TLS_OUTBOUND && smtp !== undefined && !isLoopback(new URL(smtp).hostname);
  const gateway = configuration.PERFUSE_SMS_URL;
  return {
    ...(smtp === undefined
      ? {}
      : { mail: mailTransport(smtp, configuration.PERFUSE_MAIL_FROM, requiresTls) }),
    ...(gateway === undefined
      ? {}
      : {
          sms: smsTransport({
            url: gateway,
            authorization: configuration.PERFUSE_SMS_AUTHORIZATION,
            template: configuration.PERFUSE_SMS_TEMPLATE,
          }),
        }),
  };
}

/** Without a mail server nobody could read the link, and the first person to sign up would be stuck. */
export const confirmsEmail = (configuration: Configuration): boolean =>
  configuration.PERFUSE_CONFIRM_EMAIL ?? configuration.PERFUSE_SMTP_URL !== undefined;

/** Where people reach the app, without a slash behind it. */
export function publicUrl(configuration: Configuration): string {
  const { PERFUSE_PUBLIC_URL, HOST, PORT } = configuration;
  if (PERFUSE_PUBLIC_URL !== undefined) return PERFUSE_PUBLIC_URL;
  const scheme = certificateFiles(configuration) === null ? 'http' : 'https';
  const isAnywhere = HOST === '0.0.0.0' || HOST === '::';
  const host = isAnywhere ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `${scheme}://${host}:${String(PORT)}`;
}
