// SPDX-License-Identifier: Apache-2.0
import type { Transporter } from 'nodemailer';
import type { Transport } from './transport.ts';

const TIMEOUT_MS = 15_000;

/**
 * Plain-text mails over SMTP.
 * @param url `smtp[s]://[user:password@]host[:port]`; `smtps` is TLS from the start, `smtp` takes STARTTLS when offered.
 * @param requiresTls whether `smtp` sends nothing where STARTTLS is not offered.
 * @param from sender, an address or `Name <address>`.
 */
export function mailTransport(url: string, from: string, requiresTls = false): Transport {
  // Loaded with the first mail: a start needs none of it.
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      requireTLS: requiresTls,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // A text is a text: it never makes this server read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: false,
    });
  };
  let transporter: Promise<Transporter> | undefined;
  return {
    send: async ({ id, recipient, subject, body }) => {
      transporter ??= open();
      const opened = await transporter;
      await opened.sendMail({
        from,
        // As an object, so that a comma in it is no second recipient.
        to: { name: '', address: recipient },
        subject,
        text: body,
        messageId: `<${id}@perfuse>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
