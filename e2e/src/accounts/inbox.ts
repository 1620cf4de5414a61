// SPDX-License-Identifier: Apache-2.0
/** Receives people's messages: a mail server and a text-message gateway at the end of the real transports. */
import { z } from '@perfuse/contract/schema';
import { mailServer } from '@perfuse/testing/mail-server';
import { startReceiver } from '@perfuse/testing/receiver';
import { until } from '@perfuse/testing/waiting';

export interface Inbox {
  /** Settings that make a server send here. */
  readonly environment: Readonly<Record<string, string>>;
  /** Waits for the message to this recipient that follows its first `skip` ones. Resolves to its text. */
  readonly to: (recipient: string, skip?: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

const textMessage = z.object({ to: z.string(), text: z.string() });

/** Decodes quoted-printable. */
const unquoted = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

export async function openInbox(): Promise<Inbox> {
  const mail = await mailServer({ name: 'perfuse', password: 'mail-password' });
  const gateway = await startReceiver();
  const textsTo = (recipient: string): string[] => [
    ...mail.mails.filter(({ to }) => to.includes(recipient)).map(({ text }) => unquoted(text)),
    ...gateway.received
      .map(({ body }) => textMessage.parse(JSON.parse(body)))
      .filter(({ to }) => to === recipient)
      .map(({ text }) => text),
  ];
  return {
    environment: {
      PERFUSE_SMTP_URL: mail.url,
      PERFUSE_SMS_URL: `${gateway.origin}/`,
      PERFUSE_SMS_TEMPLATE: '{"to":"{to}","text":"{text}"}',
    },
    to: (recipient, skip = 0) =>
      until(() => textsTo(recipient)[skip], `a message for ${recipient}`),
    close: async () => {
      await mail.close();
      await gateway.stop();
    },
  };
}
