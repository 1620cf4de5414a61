// SPDX-License-Identifier: Apache-2.0
/** A mail server and a text-message gateway of the test's own, at the end of the real transports. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { z } from '@perfuse/contract/schema';

const WAIT_MS = 15_000;

export interface Post {
  /** Settings that make a server send here. */
  readonly environment: Readonly<Record<string, string>>;
  /** The text of the newest message to this recipient, once there is one after the `skip` first. */
  readonly to: (recipient: string, skip?: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

const textMessage = z.object({ to: z.string(), text: z.string() });

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
}

/** Undoes what mail programs do to long lines and foreign characters. */
const unquoted = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

export async function openPost(): Promise<Post> {
  const received: { readonly recipient: string; readonly text: string }[] = [];
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      void textOf(stream).then((text) => {
        for (const { address } of session.envelope.rcptTo) {
          received.push({ recipient: address, text: unquoted(text) });
        }
        done();
      });
    },
  });
  const gateway = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { to, text } = textMessage.parse(JSON.parse(body));
      received.push({ recipient: to, text });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  // Servers that listen on TCP have such addresses.
  const portOf = (address: unknown): string => String((address as AddressInfo).port);
  return {
    environment: {
      PERFUSE_SMTP_URL: `smtp://127.0.0.1:${portOf(mail.server.address())}`,
      PERFUSE_SMS_URL: `http://127.0.0.1:${portOf(gateway.address())}/`,
      PERFUSE_SMS_TEMPLATE: '{"to":"{to}","text":"{text}"}',
    },
    to: async (recipient, skip = 0) => {
      const limit = Date.now() + WAIT_MS;
      while (Date.now() < limit) {
        const found = received.filter((message) => message.recipient === recipient)[skip];
        if (found !== undefined) return found.text;
        await sleep(50);
      }
      throw new Error(`Nothing came for ${recipient}.`);
    },
    close: async () => {
      await new Promise<void>((resolve) => {
        mail.close(() => resolve());
      });
      await new Promise<void>((resolve) => {
        gateway.close(() => resolve());
      });
    },
  };
}
