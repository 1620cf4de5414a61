// SPDX-License-Identifier: Apache-2.0
import { isLoopback } from '../config/addresses.ts';
import type { Configuration } from '../config/configuration.ts';
import { traced, type Tracing } from '../telemetry/span.ts';
import { mailTransport, type MailTransport } from './mail-transport.ts';
import { smsTransport } from './sms-transport.ts';
import type { Transport, Transports } from './transport.ts';

/** The configured mail server; undefined if there is none. */
export function configuredMail(configuration: Configuration): MailTransport | undefined {
  const smtp = configuration.PERFUSE_SMTP_URL;
  if (smtp === undefined) return undefined;
  const requiresTls = configuration.PERFUSE_TLS_OUTBOUND && !isLoopback(new URL(smtp).hostname);
  return mailTransport(smtp, configuration.PERFUSE_MAIL_FROM, requiresTls);
}

/** The transports that are configured. */
function plainTransports(configuration: Configuration): Transports {
  const gateway = configuration.PERFUSE_SMS_URL;
  return {
    mail: configuredMail(configuration),
    sms:
      gateway === undefined
        ? undefined
        : smsTransport({
            url: gateway,
            authorization: configuration.PERFUSE_SMS_AUTHORIZATION,
            template: configuration.PERFUSE_SMS_TEMPLATE,
          }),
  };
}

/** The same transports, each sending in a span that names its channel and no person. */
function tracedTransports(tracing: Tracing, transports: Transports): Transports {
  if (tracing.root === null) return transports;
  return Object.fromEntries(
    Object.entries(transports).map(([channel, transport]: [string, Transport]) => [
      channel,
      {
        send: (message, signal) =>
          traced(
            tracing,
            { name: `send ${channel}`, kind: 'client', facts: { 'perfuse.channel': channel } },
            () => transport.send(message, signal),
          ),
      } satisfies Transport,
    ]),
  );
}

/** The transports that are configured. */
export const createTransports = (configuration: Configuration, tracing: Tracing): Transports =>
  tracedTransports(tracing, plainTransports(configuration));
