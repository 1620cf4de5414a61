// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Answer } from '@perfuse/testing/client';
import {
  linkIn,
  messageTo,
  newEmail,
  pairOf,
  PASSWORD,
  person,
  signIn,
} from '../../../testing/people.ts';
import { refusal } from '@perfuse/testing/refusal';
import { NO_LIMITS, startServer, type TestServer } from '../../../testing/server.ts';
import type { UserRow } from '../tables.ts';

const NEXT = 'Another-horse8';
const ADMINISTRATOR_PASSWORD = 'Battery-staple-9-lamp';

describe('a proven password', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ environment: NO_LIMITS });
  });
  afterAll(() => server.stop());

  const post = (path: string, body: unknown, token?: string): Promise<Answer> =>
    call(server, 'POST', path, { body, token });
  const verify = (token: string): Promise<Answer> =>
    call(server, 'GET', '/analysis/auth', { token });
  const rowOf = async (email: string): Promise<UserRow> => {
    const { organisationId } = server.app.installation;
    const row = await server.app.accounts.people.findByName(organisationId, { email });
    if (row === null) throw new Error(`no account ${email}`);
    return row;
  };
  const invalid = { code: 'INVALID_USER' };

  describe('of a user', () => {
    it('is changed only once by concurrent requests', async () => {
      const { email, Token } = await person(server);
      const tokens = [Token];
      for (let count = 0; count < 3; count += 1) {
        tokens.push(pairOf(await signIn(server, email)).Token);
      }
      const wanted = tokens.map((_, at) => `Horse-of-${String(at)}-lamps`);
      const answers = await Promise.all(
        tokens.map((token, at) =>
          post('/api/account/password', { password: PASSWORD, newPassword: wanted[at] }, token),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const opened = await Promise.all(
        [PASSWORD, ...wanted].map((password) => signIn(server, email, password)),
      );
      expect(opened.map(({ status }) => status === 200)).toEqual([
        false,
        ...answers.map(({ status }) => status === 200),
      ]);
    });

    it('opens no session that survives a concurrent reset', async () => {
      const { email } = await person(server);
      await post('/api/resetPass', { email });
      const token = linkIn(await messageTo(server, email));
      const signIns = [signIn(server, email), signIn(server, email)];
      const reset = post('/api/resetPass/complete', { token, password: NEXT });
      signIns.push(signIn(server, email), signIn(server, email));
      const answers = await Promise.all(signIns);
      expect((await reset).status).toBe(200);
      for (const answer of answers) {
        if (answer.status === 200) expect((await verify(pairOf(answer).Token)).status).toBe(401);
        else expect(answer).toMatchObject(refusal(401, 'INVALID_USER'));
      }
      expect((await signIn(server, email, NEXT)).status).toBe(200);
    });

    it('is rejected if it changed between the proof and the session, the second step or the change', async () => {
      const { email } = await person(server);
      const proven = await rowOf(email);
      const { passwordChange, sessions } = server.app.accounts;
      await passwordChange.replace(proven, NEXT, 'en');
      await expect(sessions.open(proven)).rejects.toMatchObject(invalid);
      await expect(sessions.openForOrganisation(proven)).rejects.toMatchObject(invalid);
      await expect(sessions.openOrChallenge(proven)).rejects.toMatchObject(invalid);
      const again = passwordChange.replace(proven, 'Third-horse-9', 'en');
      await expect(again).rejects.toMatchObject(invalid);
      expect((await signIn(server, email, NEXT)).status).toBe(200);
    });

    it('is rejected after its account is erased, and while it is suspended', async () => {
      const { email } = await person(server);
      const proven = await rowOf(email);
      const { people, sessions } = server.app.accounts;
      await people.setStatus(proven.id, 'SUSPENDED');
      await expect(sessions.open(proven)).rejects.toMatchObject(invalid);
      await people.setStatus(proven.id, 'ACTIVE');
      expect((await verify((await sessions.open(proven)).Token)).status).toBe(200);
      await people.erase(proven.id);
      await expect(sessions.open(proven)).rejects.toMatchObject(invalid);
    });
  });

  describe('of an administrator', () => {
    it('is rejected if it changed between the proof and the session or the change', async () => {
      const { administrators } = server.app.accounts;
      const proven = await administrators.add(newEmail(), ADMINISTRATOR_PASSWORD, null);
      await administrators.reset(proven, 'Another-staple-8-lamp');
      await expect(administrators.openSession(proven)).rejects.toMatchObject(invalid);
      await expect(
        administrators.changePassword(proven, 'Third-staple-7-lamp', ''),
      ).rejects.toMatchObject(invalid);
      const present = await administrators.check(proven.email, 'Another-staple-8-lamp', '');
      expect(await administrators.openSession(present)).toEqual(expect.any(String));
      await administrators.remove(proven.id);
      await expect(administrators.openSession(present)).rejects.toMatchObject(invalid);
    });
  });
});
