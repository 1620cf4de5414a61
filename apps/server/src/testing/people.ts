// SPDX-License-Identifier: Apache-2.0
/** Test helper: people who use the accounts of a server. */
import { randomUUID } from 'node:crypto';
import { CONSENT_PURPOSES, type ConsentPurpose } from '@perfuse/contract/account/consent';
import { tokenPairSchema } from '@perfuse/contract/analysis/schemas';
import type { z } from '@perfuse/contract/schema';
import type { Message } from '../platform/mail/outbox.ts';
import { actionOf, smallPayloads } from '@perfuse/testing/chunks';
import { addChunk, call, openMeasurement, type Answer } from '@perfuse/testing/client';
import type { TestServer } from './server.ts';
import { until } from '@perfuse/testing/waiting';

export type Pair = z.output<typeof tokenPairSchema>;

type Address = Pick<TestServer, 'origin'>;

export const PASSWORD = 'Correct-horse7';
export const newEmail = (): string => `p-${randomUUID()}@example.org`;

export const pairOf = (answer: Answer): Pair => tokenPairSchema.parse(answer.body);

export const signUp = (server: Address, email: string, password = PASSWORD): Promise<Answer> =>
  call(server, 'POST', '/api/users', { body: { email, password, phoneNumber: null } });

export const signIn = (
  server: Address,
  email: string,
  password = PASSWORD,
  accessCode = 'DEMO',
): Promise<Answer> =>
  call(server, 'POST', '/api/signin', { body: { email, password, accessCode } });

/** A person with an account and a session. */
export async function person(server: Address): Promise<{ email: string } & Pair> {
  const email = newEmail();
  await signUp(server, email);
  return { email, ...pairOf(await signIn(server, email)) };
}

export const consent = (authorised: readonly ConsentPurpose[], policy_version = '2020-04-19') => ({
  description: 'Consent to measuring vital signs',
  data_controller: { company: 'Perfuse', contact: '', email: '', on_behalf: false },
  purposes: CONSENT_PURPOSES.map((purpose) => ({
    authorized: authorised.includes(purpose),
    purpose,
    description: purpose,
  })),
  policy_url: '/privacy',
  policy_version,
  collection_mode: 'WEB',
});
export const FULL_CONSENT = consent(CONSENT_PURPOSES);

export const giveConsent = (server: TestServer, token: string, body = FULL_CONSENT) =>
  call(server, 'POST', '/analysis/consents', { token, body });

/** Makes a whole measurement of a token's owner over REST; resolves once it is complete. */
export async function measure(
  server: TestServer,
  token: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = await openMeasurement(server, token, body);
  const payloads = smallPayloads();
  for (const [at, payload] of payloads.entries()) {
    await addChunk(server, token, id, payload, actionOf(at, payloads.length));
  }
  await until(async () => {
    const answer = await call(server, 'GET', `/analysis/measurements/${id}`, { token });
    return JSON.stringify(answer.body).includes('"COMPLETE"') ? true : undefined;
  }, 'a complete measurement');
  return id;
}

/** The newest waiting message of a recipient, once there is one. */
export const messageTo = (server: TestServer, recipient: string): Promise<Message> =>
  until(
    async () =>
      (await server.app.accounts.outbox.list(1000)).find((row) => row.recipient === recipient),
    'a message to this person',
  );

export const linkIn = ({ body }: Pick<Message, 'body'>): string =>
  /\/reset(?:\/[\w-]+)?#([\w-]+)/.exec(body)?.[1] ?? '';
export const confirmationIn = ({ body }: Pick<Message, 'body'>): string =>
  /\/confirm(?:\/[\w-]+)?#([\w-]+)/.exec(body)?.[1] ?? '';
export const codeIn = ({ body }: Pick<Message, 'body'>): string =>
  /\b\d{6}\b/.exec(body)?.[0] ?? '';
