// SPDX-License-Identifier: Apache-2.0
/** Visits by a link have their own sessions; the sign-in of the consumer edition is left alone. */
import { CONFIGURATION_HEADER } from '@perfuse/contract/account/session';
import { call, cookieOf, type Answer } from '@perfuse/testing/client';
import { refusal } from '@perfuse/testing/refusal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pairOf, person } from '../../../testing/people.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** A browser's cookies, and the configuration of the link that opened the page; null in the consumer edition. */
function browser() {
  const kept = new Map<string, string>();
  return (configId: string | null) => {
    const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await call(server, method, path, {
        body,
        headers: { cookie, ...(configId !== null && { [CONFIGURATION_HEADER]: configId }) },
      });
      for (const set of answer.headers.getSetCookie()) kept.delete(set.split('=')[0] ?? '');
      for (const set of cookieOf(answer).split('; ').filter(Boolean)) {
        const at = set.indexOf('=');
        kept.set(set.slice(0, at), set.slice(at + 1));
      }
      return answer;
    };
    return {
      enter: async () => pairOf(await ask('POST', '/api/auths/renew', await person(server))),
      check: () => ask('GET', '/api/auths/check'),
      leave: () => ask('POST', '/api/auths/logout', {}),
      save: (userData: string) => ask('POST', '/api/userData', { userData }),
      saved: async () => (await ask('GET', '/api/userData')).body,
    };
  };
}

const nobody = refusal(401, 'INVALID_TOKEN');

it('a visit does not use the session of the consumer edition', async () => {
  const at = browser();
  await at(null).enter();
  await at(null).save('mine');
  expect(await at('acme-web').check()).toMatchObject(nobody);
  expect(await at('acme-web').saved()).toEqual({ userData: null });
});

it('a visit has its own session, and each ends independently', async () => {
  const at = browser();
  const own = await at(null).enter();
  const visit = await at('acme-web').enter();
  expect((await at(null).check()).body).toEqual(own);
  expect((await at('acme-web').check()).body).toEqual(visit);
  await at('acme-web').leave();
  expect(await at('acme-web').check()).toMatchObject(nobody);
  expect((await at(null).check()).body).toEqual(own);
  expect((await at('acme-web').enter()).Token).not.toBe(visit.Token);
  await at(null).leave();
  expect((await at('acme-web').check()).status).toBe(200);
});

it('the session of one link is not used by another, which ends it only by signing in itself', async () => {
  const at = browser();
  const first = await at('acme-web').enter();
  expect(await at('clinic').check()).toMatchObject(nobody);
  await at('clinic').leave();
  expect((await at('acme-web').check()).body).toEqual(first);
  await at('clinic').enter();
  expect(await at('acme-web').check()).toMatchObject(nobody);
  const ended = await call(server, 'GET', '/analysis/auth', { token: first.Token });
  expect(ended).toMatchObject(refusal(401, 'ERR_SESSION_EXPIRED'));
});

it('a header that is not a configuration id is refused', async () => {
  expect(await browser()('a b').check()).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
});
