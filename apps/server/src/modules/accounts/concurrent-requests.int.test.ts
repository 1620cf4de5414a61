// SPDX-License-Identifier: Apache-2.0
/** Invariants of concurrent requests over the real protocol, on both databases, in whichever order they arrive. */
import { handOffCreated } from '@perfuse/contract/handoff/handoff';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Answer } from '@perfuse/testing/client';
import { ENGINES } from '../../testing/engines.ts';
import {
  newOrganisation,
  organisationSignIn,
  type StaffMember,
  type TestOrganisation,
} from '../../testing/organisation.ts';
import {
  confirmationIn,
  consent,
  FULL_CONSENT,
  giveConsent,
  newEmail,
  pairOf,
  PASSWORD,
  signIn,
  signUp,
} from '../../testing/people.ts';
import { newDatabase } from '../../testing/run.ts';
import { NO_LIMITS, startServer, type TestServer } from '../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';
import type { Message } from '../../platform/mail/outbox.ts';

/** Calls of a kind that race each other, and how often they do: the order differs every time. */
const MANY = 4;
const ROUNDS = 2;
const together = <T>(call: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: MANY }, (_, at) => call(at)));

const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
const token = z.object({ Token: z.string() });
const measurements = z.array(z.object({ ID: z.string(), UserID: z.string() }));

/** Session data that a phone takes over. */
const SESSION = {
  termsAccepted: true,
  consentCompleted: true,
  profileCompleted: false,
  profile: EMPTY_PROFILE,
};

const ASKED = { edition: 'consumer', session: SESSION, language: 'en' } as const;

for (const { name, isLeftOut } of ENGINES) {
  describe.skipIf(isLeftOut)(`at the same time, on ${name}`, () => {
    let server: TestServer;
    let here: TestOrganisation;
    beforeAll(async () => {
      const shared = name === 'PostgreSQL' ? { DATABASE_URL: await newDatabase() } : {};
      server = await startServer({
        environment: { ...NO_LIMITS, PERFUSE_CONFIRM_EMAIL: 'on', ...shared },
      });
      here = await newOrganisation(server);
    });
    afterAll(() => server.stop());

    const ask = (method: string, path: string, token: string, body?: unknown) =>
      call(server, method, path, { token, body });
    const newUser = async (): Promise<{ id: string; email: string }> => {
      const { organisationId } = server.app.installation;
      const email = newEmail();
      const given = { email, password: PASSWORD };
      return { id: (await server.app.accounts.people.createUser(organisationId, given)).id, email };
    };
    const begin = (token: string, StudyID: string) =>
      ask('POST', '/analysis/measurements', token, { StudyID });

    it('an erased user is refused from then on, and no request fails', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, email } = await newUser();
        const { Token } = pairOf(await signIn(server, email));
        const { studyId } = server.app.installation;
        const profile = { Name: 'n', Email: 'e@example.org' };
        const calls = [
          together(() => ask('POST', '/analysis/users/profiles', Token, profile)),
          together(() => ask('POST', '/analysis/consents', Token, FULL_CONSENT)),
          together(() => begin(Token, studyId)),
          together(() => ask('POST', '/api/handoff', Token, ASKED)),
        ];
        await Promise.race(calls);
        await server.app.accounts.people.erase(id);
        for (const status of statusesOf((await Promise.all(calls)).flat())) {
          expect([200, 401, 429]).toContain(status);
        }
        expect(await begin(Token, studyId)).toMatchObject({ status: 401 });
      }
    });

    it('a measurement that begins while consent to storage is withdrawn is not stored for the user', async () => {
      const { email } = await newUser();
      const { Token } = pairOf(await signIn(server, email));
      for (let round = 0; round < ROUNDS; round += 1) {
        await giveConsent(server, Token);
        const [begun] = await Promise.all([
          together(() => begin(Token, server.app.installation.studyId)),
          giveConsent(server, Token, consent(['healthDataProcessing'])),
        ]);
        for (const status of statusesOf(begun)) expect([200, 429]).toContain(status);
        const listed = await ask('GET', '/analysis/measurements', Token);
        for (const { UserID } of measurements.parse(listed.body)) expect(UserID).toBe('');
      }
    });

    it('a study is either removed or measured in, never both', async () => {
      const { directory } = server.app.accounts;
      const admin = here.staff.DFX_ORG_ADMIN.token;
      for (let round = 0; round < ROUNDS; round += 1) {
        const studyId = await directory.createStudy(here.id, `Short ${String(round)}`);
        const [begun, removal] = await Promise.all([
          together(() => begin(here.device.token, studyId)),
          ask('DELETE', `/analysis/studies/${studyId}`, admin),
        ]);
        const expected = removal.status === 200 ? [404] : [200, 429];
        for (const status of statusesOf(begun)) expect(expected).toContain(status);
        expect([200, 403]).toContain(removal.status);
      }
    });

    it('a phone loses access when the session that handed over to it ends', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { email } = await newUser();
        const kept = pairOf(await signIn(server, email));
        const links = await together(async () => {
          const { Token } = pairOf(await signIn(server, email));
          return handOffCreated.parse((await ask('POST', '/api/handoff', Token, ASKED)).body);
        });
        const redeeming = links.map(({ token: linkToken }) =>
          call(server, 'POST', '/api/handoff/redeem', {
            body: { token: linkToken, edition: 'consumer' },
          }),
        );
        const body = { password: PASSWORD };
        const [ended, ...answers] = await Promise.all([
          ask('POST', '/api/account/sessions/end-others', kept.Token, body),
          ...redeeming,
        ]);
        expect(ended.status).toBe(200);
        for (const { status, body: answer } of answers) {
          expect([200, 400]).toContain(status);
          const phone = z.object({ pair: token }).safeParse(answer).data?.pair.Token ?? 'none';
          expect((await ask('GET', '/analysis/auth', phone)).status).toBe(401);
        }
      }
    });

    it('no device of a licence works once it is revoked', async () => {
      const { directory } = server.app.accounts;
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, key: Key } = await directory.createLicence(here.id, 'short');
        const body = { Key, DeviceTypeID: 'LINUX', Name: 'n', Identifier: 'i', Version: '1' };
        const registering = [1, 2].map(() =>
          together(() => call(server, 'POST', '/analysis/organizations/licenses', { body })),
        );
        await Promise.race(registering);
        await directory.revokeLicence(id);
        for (const answer of (await Promise.all(registering)).flat()) {
          expect([200, 401]).toContain(answer.status);
          const { data } = token.safeParse(answer.body);
          const verified = await ask('GET', '/analysis/auth', data?.Token ?? 'none');
          expect(verified.status).toBe(401);
        }
      }
    });

    it('of two administrators who demote each other, one stays administrator', async () => {
      const { people } = server.app.accounts;
      const administrator = async (): Promise<StaffMember> => {
        const email = newEmail();
        const given = { email, password: PASSWORD, role: 'DFX_ORG_ADMIN' } as const;
        const { id } = await people.createUser(here.id, given);
        const answer = await organisationSignIn(server, here.identifier, email);
        return { id, email, token: pairOf(answer).Token };
      };
      const path = ({ id }: StaffMember): string => `/analysis/organizations/users/${id}`;
      const ways = [
        (by: StaffMember, of: StaffMember) => ask('PATCH', path(of), by.token, { RoleID: 'USER' }),
        (by: StaffMember, of: StaffMember) =>
          ask('PATCH', path(of), by.token, { StatusID: 'SUSPENDED' }),
        (by: StaffMember, of: StaffMember) => ask('DELETE', path(of), by.token),
      ];
      for (const [at, take] of ways.entries()) {
        const [first, second] = await Promise.all([administrator(), administrator()]);
        const other = ways[(at + 1) % ways.length] ?? take;
        const answers = await Promise.all([take(first, second), other(second, first)]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        for (const status of statusesOf(answers)) expect([200, 401, 403, 404]).toContain(status);
      }
    });

    it('changes of different account details or organisation rules do not overwrite each other', async () => {
      const lead = here.staff.DFX_LEAD.token;
      const { id, token: own } = here.staff.USER;
      const path = `/analysis/organizations/users/${id}`;
      const details = { Gender: 'male', DateOfBirth: '1980-02-29', HeightCm: '180' };
      await Promise.all(
        Object.entries({ ...details, WeightKg: '75' }).map(([field, value]) =>
          field === 'WeightKg'
            ? ask('PATCH', '/analysis/users', own, { [field]: value })
            : ask('PATCH', path, lead, { [field]: value }),
        ),
      );
      expect(await ask('GET', path, lead)).toMatchObject({ body: { ...details, WeightKg: '75' } });

      const admin = here.staff.DFX_ORG_ADMIN.token;
      const rules = { PasswordMinLength: 9, PasswordMaxLength: 99, PasswordRequireDigits: true };
      await Promise.all(
        Object.entries(rules).map(([rule, value]) =>
          ask('PATCH', '/analysis/organizations', admin, { [rule]: value }),
        ),
      );
      expect(await ask('GET', '/analysis/organizations', admin)).toMatchObject({ body: rules });
    });

    it('the first sign-ins of a user create one profile', async () => {
      const { email } = await newUser();
      const answers = await together(() => signIn(server, email));
      const listed = await ask(
        'GET',
        '/analysis/users/profiles',
        pairOf(answers[0] ?? expect.fail()).Token,
      );
      expect(z.array(z.unknown()).parse(listed.body)).toHaveLength(1);
    });

    it('several confirmation links for one address create one account, and one use ends them all', async () => {
      const email = newEmail();
      await signUp(server, email);
      await signUp(server, email);
      const sent = await until(async () => {
        const messages = await server.app.accounts.outbox.list(1000);
        const links = messages.filter(({ recipient }) => recipient === email);
        return links.length === 2 ? links : undefined;
      }, 'two links');
      const confirm = (message: Pick<Message, 'body'>) => {
        const body = { token: confirmationIn(message), password: PASSWORD };
        return call(server, 'POST', '/api/users/confirm', { body });
      };
      const answers = await Promise.all([...sent, ...sent].map(confirm));
      expect(statusesOf(answers).sort()).toEqual([200, 400, 400, 400]);
      const account = await server.app.accounts.people.findByName(
        server.app.installation.organisationId,
        { email },
      );
      await server.app.accounts.people.erase(account?.id ?? '');
      for (const message of sent) expect(await confirm(message)).toMatchObject({ status: 400 });
    });
  });
}
