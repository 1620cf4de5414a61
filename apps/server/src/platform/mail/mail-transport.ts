// SPDX-License-Identifier: Apache-2.0
import type { Transporter } from 'nodemailer';
import { JobError } from '../jobs/job-error.ts';
import { codeOf } from '../telemetry/error-code.ts';
import type { Transport } from './transport.ts';

export interface MailTransport extends Transport {
  /** Connects and signs in, but sends nothing. Rejects if no mail could be sent. */
  readonly verify: () => Promise<void>;
}

/** How long a mail server may take, ms. */
interface Times {
  /** To accept a connection, greet and begin TLS. */
  readonly session: number;
  /** To answer anything after that. */
  readonly answer: number;
}

/**
 * RFC 5321 (4.5.3.2.6) requires ten minutes after the text of a mail, in which servers scan for viruses: a client that
 * stops waiting earlier and tries again delivers the mail twice.
 */
const SENDING: Times = { session: 60_000, answer: 600_000 };
/** Shorter, because a person waits for the result. */
const VERIFYING: Times = { session: 15_000, answer: 15_000 };

/** Commands that name the recipient or transmit the mail. A refusal there concerns this mail only. */
const ABOUT_THE_MAIL: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);

/**
 * Why a mail server cannot be used, with what nodemailer's own code omits: the reply, such as EENVELOPE_550, or the
 * socket's error, such as ECONNREFUSED.
 */
function toJobError(error: unknown): JobError {
  const code = codeOf(error);
  if (!(error instanceof Error)) return new JobError(code);
  const reply: unknown = Reflect.get(error, 'responseCode');
  if (typeof reply === 'number') {
    // RFC 5321 (4.2.1): a client that gets a reply of 5yz does not repeat the request.
    const command: unknown = Reflect.get(error, 'command');
    const isFinal = reply >= 500 && ABOUT_THE_MAIL.has(command);
    const isOfReceiver = command === 'RCPT TO';
    return new JobError(`${code}_${String(reply)}`, { isFinal, isOfReceiver, cause: error });
  }
  const original: unknown = Reflect.get(error, 'originalCode');
  const known = typeof original === 'string' && /^\w{1,40}$/.test(original) ? original : code;
  return new JobError(known, { cause: error });
}

/**
 * Plain-text mails over SMTP.
 * @param url `smtp[s]://[user:password@]host[:port]`; `smtps` is TLS from the start, `smtp` uses STARTTLS if offered.
 * @param requiresTls whether `smtp` sends nothing if STARTTLS is not offered.
 * @param from sender, an address or `Name <address>`.
 */
export function mailTransport(url: string, from: string, requiresTls = false): MailTransport {
  // Loaded with the first mail: a start does not need it.
  const open = async ({ session, answer }: Times): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      requireTLS: requiresTls,
      connectionTimeout: session,
      greetingTimeout: session,
      socketTimeout: answer,
      // The text is never interpreted so that this server reads a file or fetches an address.
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: false,
    });
  };
  let transporter: Promise<Transporter> | undefined;
  const opened = (): Promise<Transporter> => (transporter ??= open(SENDING));
  return {
    verify: async () => {
      const verifying = (await open(VERIFYING)).verify();
      await verifying.catch((error: unknown) => {
        throw toJobError(error);
      });
    },
    send: async ({ id, recipient, subject, body }, signal) => {
      const sending = (await opened()).sendMail({
        from,
        // As an object, so that a comma in it does not add a second recipient.
        to: { name: '', address: recipient },
        subject,
        text: body,
        messageId: `<${id}@perfuse>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      });
      await sending.catch((error: unknown) => {
        throw toJobError(error);
      });
    },
  };
}
