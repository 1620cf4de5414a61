// SPDX-License-Identifier: Apache-2.0
/** What a thief of a session's token can do, and what the owner still can; on both databases. */
import { handOffCreated, redeemedHandOff } from '@perfuse/contract/handoff/handoff';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { z } from '@perfuse/contract/schema';
import { call, cookieOf, guest, openMeasurement, type Answer } from '@perfuse/testing/client';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { refusal } from '@perfuse/testing/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeIn,
  messageTo,
  pairOf,
  PASSWORD,
  person,
  signIn,
  type Pair,
} from '../../testing/people.ts';
import {
  newOrganisation,
  organisationSignIn,
  registerDevice,
  userSignIn,
  type TestOrganisation,
} from '../../testing/organisation.ts';
import { newDatabase } from '../../testing/run.ts';
import { twoStepPerson } from '../../testing/second-factor.ts';
import { NO_LIMITS, startServer, type TestServer } from '../../testing/server.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEK_S = 7 * 86_400;
const STALE = refusal(403, 'RESTRICTED');
const OVER = refusal(401, 'ERR_SESSION_EXPIRED');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const shared = async (): Promise<NodeJS.ProcessEnv> => ({ DATABASE_URL: await newDatabase() });
const engines: readonly [string, () => Promise<NodeJS.ProcessEnv>, boolean][] = [
  ['SQLite', () => Promise.resolve({}), false],
  ['PostgreSQL', shared, withoutPostgres],
];

for (const [engine, environment, isLeftOut] of engines) {
  describe.skipIf(isLeftOut)(`a session in the wrong hands, on ${engine}`, () => {
    let server: TestServer;
    let phones = 100;

    const post = (path: string, body: unknown, token?: string, headers = {}): Promise<Answer> =>
      call(server, 'POST', path, { body, token, headers });
    const verify = (token: string): Promise<Answer> =>
      call(server, 'GET', '/analysis/auth', { token });
    const renew = (pair: Pair, from: Record<string, string> = {}): Promise<Answer> =>
      post('/api/auths/renew', pair, undefined, from);
    const renewed = async (pair: Pair): Promise<Pair> => pairOf(await renew(pair));
    const removeUser = (token: string): Promise<Answer> =>
      call(server, 'DELETE', '/analysis/users', { token });
    /** The pair of a phone that continues the session of a token. */
    const handedOver = async (token: string): Promise<Pair> => {
      const session = {
        termsAccepted: true,
        consentCompleted: true,
        consent: null,
        profileCompleted: true,
        profile: EMPTY_PROFILE,
      };
      const asked = await post(
        '/api/handoff',
        { edition: 'consumer', session, language: 'en' },
        token,
      );
      const { token: link } = handOffCreated.parse(asked.body);
      const answer = await post('/api/handoff/redeem', { token: link, edition: 'consumer' });
      return redeemedHandOff.parse(answer.body).pair;
    };
    /** A person who signs in by phone and has no password. */
    const phonePerson = async (): Promise<Pair & { readonly phoneNumber: string }> => {
      phones += 1;
      const phoneNumber = `+12025550${String(phones)}`;
      await post('/api/users', { phoneNumber });
      const LoginCode = codeIn(await messageTo(server, phoneNumber));
      const body = { LoginCode, PhoneNumber: phoneNumber };
      return { phoneNumber, ...pairOf(await post('/analysis/users/auth/code', body)) };
    };
    /** Ages every stored session: the clock of PostgreSQL cannot be set. Access tokens stay unchanged. */
    const pass = async (ms: number): Promise<void> => {
      const { database } = server.app.platform;
      await database
        .updateTable('token_families')
        .set(({ eb }) => ({
          expires_at: eb('expires_at', '-', ms),
          seen_at: eb('seen_at', '-', ms),
          proven_at: eb('proven_at', '-', ms),
        }))
        .execute();
      await database
        .updateTable('token_families')
        .set(({ eb }) => ({ ends_at: eb('ends_at', '-', ms) }))
        .where('ends_at', '>', 0)
        .execute();
      await database
        .updateTable('refresh_tokens')
        .set(({ eb }) => ({
          expires_at: eb('expires_at', '-', ms),
          used_at: eb('used_at', '-', ms),
        }))
        .execute();
    };
    /** Calls every endpoint that accepts a recent sign-in as proof. */
    const doors = (token: string): Promise<Answer[]> =>
      Promise.all([
        removeUser(token),
        post('/api/account/erase', {}, token),
        post('/api/account/second-factor', {}, token),
        post('/api/account/sessions/end-others', {}, token),
        post('/api/account/sessions/x/end', {}, token),
      ]);

    beforeAll(async () => {
      server = await startServer({
        environment: {
          ...NO_LIMITS,
          ...(await environment()),
          PERFUSE_TRUST_PROXY: '127.0.0.1',
          PERFUSE_REGION: 'cn',
        },
      });
    });
    afterAll(() => server.stop());

    describe('freshness depends on the last proof of identity', () => {
      it('neither a renewal, nor a new access token, nor a hand-off makes a sign-in fresh', async () => {
        const first = await phonePerson();
        await pass(11 * MINUTE);
        const later = await renewed(first);
        const { body } = await post('/api/auths/generateToken', later);
        const { Token: generated } = z.object({ Token: z.string() }).parse(body);
        const handed = await handedOver(later.Token);
        const twice = await handedOver(handed.Token);
        for (const token of [later.Token, generated, handed.Token, twice.Token]) {
          for (const answer of await doors(token)) expect(answer).toMatchObject(STALE);
        }
        expect((await verify(later.Token)).status).toBe(200);
      });

      it('a handed-over session neither erases nor changes an account with password and second factor', async () => {
        const { Token, RefreshToken } = await twoStepPerson(server);
        await pass(11 * MINUTE);
        const later = await renewed({ Token, RefreshToken });
        const handed = await handedOver(later.Token);
        expect(await removeUser(handed.Token)).toMatchObject(STALE);
        const unproven = refusal(401, 'INVALID_USER');
        for (const path of [
          '/api/account/erase',
          '/api/account/second-factor',
          '/api/account/sessions/end-others',
        ]) {
          expect(await post(path, {}, handed.Token)).toMatchObject(unproven);
        }
        const bare = { password: PASSWORD, code: '000000' };
        expect((await post('/api/account/second-factor/end', bare, handed.Token)).status).toBe(401);
        expect((await verify(later.Token)).status).toBe(200);
      });

      it('a recent sign-in counts as proof, also after renewals and a hand-off', async () => {
        const home = await phonePerson();
        const other = await renewed(home);
        const handed = await handedOver(other.Token);
        expect((await post('/api/account/second-factor', {}, handed.Token)).status).toBe(200);
        expect((await post('/api/account/erase', {}, other.Token)).status).toBe(200);
        expect((await verify(handed.Token)).status).toBe(401);
      });

      it('an account without a password is erased only after a recent sign-in', async () => {
        const home = await phonePerson();
        await pass(11 * MINUTE);
        const later = await renewed(home);
        expect(await post('/api/account/erase', {}, later.Token)).toMatchObject(STALE);
        expect(await post('/api/account/erase', { password: PASSWORD }, later.Token)).toMatchObject(
          STALE,
        );
        expect((await verify(later.Token)).status).toBe(200);
      });
    });

    describe('a session that was handed over', () => {
      it('has the generation and end of its parent, and cannot be renewed past that end', async () => {
        const { email } = await person(server);
        const week = { RefreshTokenExpiresIn: WEEK_S };
        const renewedForAWeek = async (pair: Pair) =>
          pairOf(await post('/api/auths/renew', { ...pair, ...week }));
        let desktop = await renewedForAWeek(pairOf(await signIn(server, email)));
        for (let weeks = 1; weeks <= 4; weeks += 1) {
          await pass(6.9 * DAY);
          desktop = await renewedForAWeek(desktop);
        }
        const phone = await renewedForAWeek(await handedOver(desktop.Token));
        expect((await verify(phone.Token)).body).toMatchObject({ SessionGen: 7 });
        await pass(2.5 * DAY);
        expect(await renew({ ...phone, ...week })).toMatchObject(OVER);
        expect(await renew({ ...desktop, ...week })).toMatchObject(OVER);
      });

      it('measures and is renewed while its parent lasts, without affecting the tokens of the parent', async () => {
        const desktop = await person(server);
        const phone = await renewed(await handedOver(desktop.Token));
        expect(await openMeasurement(server, phone.Token)).not.toBe('');
        const next = await renewed(desktop);
        expect((await verify(phone.Token)).status).toBe(200);
        expect((await verify(next.Token)).status).toBe(200);
        // Its end does not end its parent.
        await call(server, 'DELETE', '/analysis/users/auth', { token: phone.Token });
        expect((await verify(phone.Token)).status).toBe(401);
        expect((await verify(next.Token)).status).toBe(200);
      });

      it.each<[string, (desktop: Pair & { email: string }) => Promise<unknown>]>([
        ['signs out', (desktop) => post('/api/auths/logout', desktop)],
        [
          'signs out by the protocol',
          ({ Token }) => call(server, 'DELETE', '/analysis/users/auth', { token: Token }),
        ],
        [
          'is ended from another session',
          async ({ email }) => {
            const { Token } = pairOf(await signIn(server, email));
            return post('/api/account/sessions/end-others', { password: PASSWORD }, Token);
          },
        ],
        [
          'has its refresh token used twice',
          async (desktop) => {
            await renew(desktop);
            return renew(desktop, { 'user-agent': 'thief' });
          },
        ],
        [
          'has a used refresh token shown for a fresh access token',
          async (desktop) => {
            await renew(desktop);
            return post('/api/auths/generateToken', desktop);
          },
        ],
      ])('ends when its parent %s, as do sessions handed over from it', async (_, end) => {
        const desktop = await person(server);
        const phone = await renewed(await handedOver(desktop.Token));
        const tablet = await handedOver(phone.Token);
        await end(desktop);
        for (const pair of [phone, tablet]) {
          expect(await verify(pair.Token)).toMatchObject(OVER);
          expect(await renew(pair)).toMatchObject(OVER);
          expect(await post('/api/auths/generateToken', pair)).toMatchObject(OVER);
        }
      });

      it('of a guest ends with the parent device', async () => {
        const desktop = await guest(server);
        const phone = await handedOver(desktop.Token);
        const tablet = await handedOver(phone.Token);
        await call(server, 'DELETE', '/analysis/organizations/licenses', { token: desktop.Token });
        for (const pair of [phone, tablet]) expect((await verify(pair.Token)).status).toBe(401);
      });

      it('of a guest is not renewed past the expiry of the parent device', async () => {
        const hour = { RefreshTokenExpiresIn: 3600 };
        const desktop = pairOf(
          await post('/api/auths/renew', { ...(await guest(server)), ...hour }),
        );
        const phone = await handedOver(desktop.Token);
        await pass(59 * MINUTE);
        const later = await renewed(phone);
        const times = z
          .object({ iat: z.int(), exp: z.int() })
          .parse((await verify(later.Token)).body);
        expect(times.exp - times.iat).toBeLessThanOrEqual(60);
        await pass(2 * MINUTE);
        expect((await renew(later)).status).toBe(401);
      });

      it('ends when its parent was not renewed in time', async () => {
        const desktop = await person(server);
        let phone = await handedOver(desktop.Token);
        await pass(0.9 * DAY);
        phone = await renewed(phone);
        await pass(0.2 * DAY);
        expect(await post('/api/auths/generateToken', phone)).toMatchObject(OVER);
        expect(await renew(phone)).toMatchObject(OVER);
      });

      it('in the browser of its parent replaces the cookie of the parent and ends no session', async () => {
        const desktop = await person(server);
        const first = await renew(desktop);
        const handed = await handedOver(pairOf(first).Token);
        const phone = await renew(handed, { cookie: cookieOf(first) });
        for (const answer of [first, phone]) {
          expect((await verify(pairOf(answer).Token)).status).toBe(200);
        }
      });

      it('that ends all other sessions with the password continues without its parent', async () => {
        const desktop = await person(server);
        const phone = await renewed(await handedOver(desktop.Token));
        const ended = await post(
          '/api/account/sessions/end-others',
          { password: PASSWORD },
          phone.Token,
        );
        expect(ended).toMatchObject({ body: { ended: 1 } });
        expect((await verify(desktop.Token)).status).toBe(401);
        expect((await renew(phone)).status).toBe(200);
      });
    });

    describe('a session of a user on a device of their organisation', () => {
      /** A person signed in on their own device. */
      const onDevice = async (here: TestOrganisation) => {
        const { id, token } = await registerDevice(server, here.licence.key);
        const signInOn = (device: string) => userSignIn(server, device, here.staff.USER.email);
        return { id, token, signInOn, pair: pairOf(await signInOn(token)) };
      };
      const admin = (here: TestOrganisation, method: string, path: string, body?: unknown) =>
        call(server, method, `/analysis${path}`, { token: here.staff.DFX_ORG_ADMIN.token, body });

      it.each(['removed', 'switched off'])('ends when the device is %s', async (how) => {
        const here = await newOrganisation(server);
        const tablet = await onDevice(here);
        const phone = await handedOver(tablet.pair.Token);
        const ended = await (how === 'removed'
          ? admin(here, 'DELETE', `/devices/${tablet.id}`)
          : admin(here, 'PATCH', `/devices/${tablet.id}`, { Status: 'INACTIVE' }));
        expect(ended.status).toBe(200);
        for (const pair of [tablet.pair, phone]) {
          expect(await verify(pair.Token)).toMatchObject(OVER);
          expect(await renew(pair)).toMatchObject(OVER);
        }
        expect((await tablet.signInOn(tablet.token)).status).toBe(401);
        // The same person on another device of the licence.
        expect((await verify(here.staff.USER.token)).status).toBe(200);
      });

      it('ends with the licence of the device, even after the own session of the device is purged', async () => {
        const here = await newOrganisation(server);
        const tablet = await onDevice(here);
        const phone = await handedOver(tablet.pair.Token);
        const { database, housekeeping } = server.app.platform;
        await database
          .updateTable('token_families')
          .set({ expires_at: 0 })
          .where('device_id', '=', tablet.id)
          .execute();
        await housekeeping.run();
        expect((await verify(tablet.pair.Token)).status).toBe(200);
        await server.app.accounts.directory.revokeLicence(here.licence.id);
        for (const pair of [tablet.pair, phone, { Token: here.staff.USER.token }]) {
          expect(await verify(pair.Token)).toMatchObject(OVER);
        }
        // Staff did not sign in on a device.
        expect((await admin(here, 'GET', '/organizations/users')).status).toBe(200);
      });

      it('does not survive a concurrent revocation of the licence', async () => {
        const here = await newOrganisation(server);
        const { token, signInOn } = await onDevice(here);
        const signedIn = Promise.all(Array.from({ length: 6 }, () => signInOn(token)));
        const revoked = server.app.accounts.directory.revokeLicence(here.licence.id);
        for (const answer of await signedIn) {
          await revoked;
          if (answer.status !== 200) continue;
          expect(await verify(pairOf(answer).Token)).toMatchObject(OVER);
        }
      });
    });

    describe('leaving an organisation', () => {
      const LAST = refusal(403, 'LAST_ADMINISTRATOR');
      const erase = (token: string) => post('/api/account/erase', { password: PASSWORD }, token);

      it('is refused to the last administrator by either endpoint while other accounts exist', async () => {
        const here = await newOrganisation(server);
        const { people } = server.app.accounts;
        const {
          DFX_ORG_ADMIN: last,
          DFX_LEAD: lead,
          DFX_ANALYST: analyst,
          USER: user,
        } = here.staff;
        const app = pairOf(await userSignIn(server, here.device.token, last.email)).Token;
        expect(await removeUser(last.token)).toMatchObject(LAST);
        expect(await erase(app)).toMatchObject(LAST);
        // An administrator who may not sign in does not count.
        await people.update(lead.id, { role: 'DFX_ORG_ADMIN', status: 'SUSPENDED' });
        expect(await erase(app)).toMatchObject(LAST);
        await people.setStatus(lead.id, 'ACTIVE');
        expect(await removeUser(last.token)).toMatchObject({ status: 200 });
        // The last administrator may leave once there is no other account.
        const token = pairOf(await organisationSignIn(server, here.identifier, lead.email)).Token;
        expect(await removeUser(token)).toMatchObject(LAST);
        expect(await removeUser(user.token)).toMatchObject({ status: 200 });
        await people.erase(analyst.id);
        expect(await removeUser(token)).toMatchObject({ status: 200 });
      });

      it('is refused to one of two administrators who leave concurrently', async () => {
        const here = await newOrganisation(server);
        const { DFX_ORG_ADMIN: one, DFX_LEAD: other } = here.staff;
        await server.app.accounts.people.update(other.id, { role: 'DFX_ORG_ADMIN' });
        const answers = await Promise.all([removeUser(one.token), removeUser(other.token)]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      });
    });

    describe('signing out', () => {
      it('by the protocol ends only the own session', async () => {
        const home = await person(server);
        const stolen = pairOf(await signIn(server, home.email));
        await call(server, 'DELETE', '/analysis/users/auth', { token: stolen.Token });
        expect(await verify(stolen.Token)).toMatchObject(OVER);
        expect((await verify(home.Token)).status).toBe(200);
      });

      it('with a superseded token ends nothing unless the matching refresh token is sent', async () => {
        const home = await person(server);
        const other = await person(server);
        const next = await renewed(home);
        for (const body of [
          { Token: home.Token },
          { Token: home.Token, RefreshToken: other.RefreshToken },
          { RefreshToken: next.RefreshToken },
        ]) {
          expect((await post('/api/auths/logout', body)).status).toBe(200);
          expect((await verify(next.Token)).status).toBe(200);
        }
        await post('/api/auths/logout', home);
        expect(await renew(next)).toMatchObject(OVER);
      });
    });

    describe('a renewal', () => {
      it('whose response was lost can be repeated for some seconds, with the same pair', async () => {
        for (const pair of [await guest(server), await person(server)]) {
          const first = await renewed(pair);
          expect(await renewed(pair)).toEqual(first);
          await pass(20_000);
          expect((await renewed(pair)).RefreshToken).toBe(first.RefreshToken);
          expect((await verify(first.Token)).status).toBe(200);
          const next = await renewed(first);
          expect((await verify(next.Token)).status).toBe(200);
        }
      });

      it('repeated concurrently by one device returns one pair', async () => {
        const pair = await guest(server);
        const answers = await Promise.all([renew(pair), renew(pair), renew(pair)]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        expect(new Set(answers.map((answer) => pairOf(answer).RefreshToken)).size).toBe(1);
        expect((await verify(pairOf(answers[0]).Token)).status).toBe(200);
      });

      it.each<[string, (pair: Pair, first: Pair) => Promise<Answer>]>([
        ['from another program', (pair) => renew(pair, { 'user-agent': FIREFOX })],
        ['from another address', (pair) => renew(pair, { 'x-forwarded-for': '203.0.113.9' })],
        [
          'after half a minute',
          async (pair) => {
            await pass(31_000);
            return renew(pair);
          },
        ],
        [
          'after its answer was used',
          async (pair, first) => {
            await renewed(first);
            return renew(pair);
          },
        ],
        [
          'with the answer of it used for nothing but a fresh access token',
          (pair) => post('/api/auths/generateToken', pair),
        ],
      ])('repeated %s ends the session', async (_, again) => {
        for (const pair of [await guest(server), await person(server)]) {
          const first = await renewed(pair);
          expect((await again(pair, first)).status).toBe(401);
          expect((await verify(first.Token)).status).toBe(401);
          expect((await renew(first)).status).toBe(401);
        }
      });

      it('stores neither the pair nor the client address in plain text', async () => {
        const pair = await guest(server);
        const first = await renewed(pair);
        const stored = async () =>
          JSON.stringify(
            await server.app.platform.database.selectFrom('refresh_tokens').selectAll().execute(),
          );
        for (const secret of [pair.RefreshToken, first.RefreshToken, '127.0.0.1']) {
          expect(await stored()).not.toContain(secret);
        }
        expect(await stored()).toMatch(/"answer":"ey/);
        await pass(31_000);
        await server.app.platform.housekeeping.run();
        expect(await stored()).not.toMatch(/"answer":"ey|"used_by":"\w/);
      });

      it.each([
        ['by its own account', { 'sec-fetch-site': 'cross-site' }],
        ['by the origin it names', { origin: 'https://evil.example' }],
        ['from a frame that has no origin', { origin: 'null' }],
      ])('of another site’s page %s sets no cookie and uses up no token', async (_, headers) => {
        const pair = await person(server);
        const answer = await renew(pair, headers);
        expect(answer).toMatchObject(STALE);
        expect(answer.headers.getSetCookie()).toEqual([]);
        expect((await renew(pair, { origin: server.origin })).status).toBe(200);
      });
    });
  });
}
