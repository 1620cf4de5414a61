// SPDX-License-Identifier: Apache-2.0
import type { Transporter } from 'nodemailer';
import type { Transport } from './transport.ts';

export interface MailTransport extends Transport {
  /** Connects and signs in, and sends nothing. Rejects where no mail could be sent. */
  readonly verify: () => Promise<void>;
}

const TIMEOUT_MS = 15_000;

/**
 * Plain-text mails over SMTP.
 * @param url `smtp[s]://[user:password@]host[:port]`; `smtps` is TLS from the start, `smtp` takes STARTTLS when offered.
 * @param requiresTls whether `smtp` sends nothing where STARTTLS is not offered.
 * @param from sender, an address or `Name <address>`.
 */
export function mailTransport(url: string, from: string, requiresTls = false): MailTransport {
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
  const opened = (): Promise<Transporter> => (transporter ??= open());
  return {
    verify: async () => {
      await (await opened()).verify();
    },
    send: async ({ id, recipient, subject, body }) => {
      await (
        await opened()
      ).sendMail({
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
