// SPDX-License-Identifier: Apache-2.0
import { call } from '@perfuse/testing/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIn, messageTo } from '../../../testing/people.ts';
import { NO_LIMITS, startServer, type TestServer } from '../../../testing/server.ts';

const HOUR = 3_600_000;

let server: TestServer;
/** How far the server's clock is ahead, ms. */
let ahead = 0;
beforeAll(async () => {
  server = await startServer({
    now: () => Date.now() + ahead,
    environment: { ...NO_LIMITS, PERFUSE_REGION: 'cn' },
  });
});
afterAll(() => server.stop());

const post = (path: string, body: unknown) => call(server, 'POST', path, { body });

it('deletes an unconfirmed phone sign-up after a day, and keeps confirmed or edited accounts', async () => {
  const { organisationId } = server.app.installation;
  const { people, stop: settled } = server.app.accounts;
  const idOf = async (phoneNumber: string) =>
    (await people.findByName(organisationId, { phoneNumber }))?.id;
  const signedUp = async (phoneNumber: string) => {
    expect((await post('/api/users', { phoneNumber })).status).toBe(200);
    await settled();
    return (await idOf(phoneNumber)) ?? '';
  };
  const [strange, proven, changed, late, made] = [
    '+4915112345670',
    '+4915112345671',
    '+4915112345672',
    '+4915112345673',
    '+4915112345674',
  ] as const;
  await signedUp(strange);
  await signedUp(proven);
  const LoginCode = codeIn(await messageTo(server, proven));
  const body = { LoginCode, PhoneNumber: proven };
  expect((await post('/api/signin/phone', body)).status).toBe(200);
  const id = await signedUp(changed);
  ahead = 1000;
  await people.update(id, { firstName: 'Bo' });
  await signedUp(late);
  await people.createUser(organisationId, { phoneNumber: made });
  // The owner of a number signs up, for which staff created an account before.
  await signedUp(made);

  ahead = 23 * HOUR;
  await server.app.platform.housekeeping.run();
  expect(await idOf(strange)).toBeDefined();

  ahead = 25 * HOUR;
  expect((await post('/analysis/auths/users/code', { PhoneNumber: late })).status).toBe(200);
  await settled();
  await server.app.platform.housekeeping.run();
  expect(await idOf(strange)).toBeUndefined();
  for (const number of [proven, changed, late, made]) expect(await idOf(number)).toBeDefined();

  ahead = 26 * HOUR;
  await server.app.platform.housekeeping.run();
  expect(await idOf(late)).toBeUndefined();
  for (const number of [proven, changed, made]) expect(await idOf(number)).toBeDefined();
});
