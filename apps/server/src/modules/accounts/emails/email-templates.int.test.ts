// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '@perfuse/testing/client';
import { messageTo, newEmail, PASSWORD, signUp } from '../../../testing/people.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
/** Creates an account only once its mailed link is opened. */
let strict: TestServer;
beforeAll(async () => {
  server = await startServer();
  strict = await startServer({ environment: { PERFUSE_CONFIRM_EMAIL: 'on' } });
});
afterAll(async () => {
  await server.stop();
  await strict.stop();
});

it.each([
  ['de', 'Ihr Konto bei'],
  ['ja-JP,ja;q=0.9,en;q=0.8', 'のアカウントの確認'],
  ['pt-BR', 'Confirme sua conta em'],
  ['tlh', 'Confirm your account at'],
])(
  'an e-mail is written in the language that the request accepts: %s',
  async (accepted, subject) => {
    const email = newEmail();
    const body = { email, password: PASSWORD, accessCode: 'DEMO' };
    const headers = { 'accept-language': accepted };
    const answer = await call(strict, 'POST', '/api/users', { body, headers });
    expect(answer.status).toBe(200);
    expect((await messageTo(strict, email)).subject).toContain(subject);
  },
);

it('a password reset e-mail is written in the language of its request', async () => {
  const email = newEmail();
  await signUp(server, email);
  await call(server, 'POST', '/api/resetPass', {
    body: { email, configId: null },
    headers: { 'accept-language': 'fr' },
  });
  expect((await messageTo(server, email)).subject).toContain('Définir un nouveau mot de passe');
});
