// SPDX-License-Identifier: Apache-2.0
/** What protocol clients other than our own app may request, and what they are refused; on both databases. */
import { randomUUID } from 'node:crypto';
import { ROLES, type Role } from '@perfuse/contract/account/roles';
import { auditAnswer, type AuditEntry } from '@perfuse/contract/admin/audit';
import { organisationChange } from '@perfuse/contract/admin/organisations';
import { ADMIN_HEADER } from '@perfuse/contract/admin/session';
import { EVERY_ANALYSIS_ROUTE } from '@perfuse/contract/analysis/every-route';
import { ORGANISATION_ROUTES } from '@perfuse/contract/analysis/organisation-routes';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, cookieOf, guest, type Answer } from '@perfuse/testing/client';
import {
  newOrganisation,
  organisationSignIn,
  registerDevice,
  userSignIn,
  type TestOrganisation,
} from '../../testing/organisation.ts';
import {
  FULL_CONSENT,
  giveConsent,
  linkIn,
  measure,
  messageTo,
  newEmail,
  pairOf,
  PASSWORD,
} from '../../testing/people.ts';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { refusal } from '@perfuse/testing/refusal';
import { newDatabase } from '../../testing/run.ts';
import { NO_LIMITS, startServer, type TestServer } from '../../testing/server.ts';

const ADMIN_PASSWORD = 'Correct-horse-9';
const idOf = (answer: Answer): string => z.object({ ID: z.string() }).parse(answer.body).ID;
const row = z.looseObject({ ID: z.string(), TotalCount: z.int() });
const rowsOf = (answer: Answer) => z.array(row).parse(answer.body);
const idsOf = (answer: Answer): string[] => rowsOf(answer).map(({ ID }) => ID);

/** Least role for each route for people of an organisation; `null` where everybody may call it. */
const LEAST: Readonly<Record<string, Exclude<Role, 'USER'> | null>> = {
  organisationLogin: null,
  updateOrganisation: 'DFX_ORG_ADMIN',
  listOrganisationUsers: 'DFX_LEAD',
  createOrganisationUser: 'DFX_LEAD',
  retrieveOrganisationUser: 'DFX_LEAD',
  updateOrganisationUser: 'DFX_LEAD',
  removeOrganisationUser: 'DFX_ORG_ADMIN',
  listOrganisationMeasurements: 'DFX_ANALYST',
  retrieveOrganisationMeasurement: 'DFX_ANALYST',
  deleteOrganisationMeasurements: 'DFX_ORG_ADMIN',
  deletePartnerMeasurements: 'DFX_ORG_ADMIN',
  deleteUserMeasurements: 'DFX_ORG_ADMIN',
  deleteStudyMeasurements: 'DFX_ORG_ADMIN',
  deleteDeviceMeasurements: 'DFX_ORG_ADMIN',
  listUserProfiles: 'DFX_ANALYST',
  listOrganisationProfiles: 'DFX_ANALYST',
  retrieveOrganisationProfile: 'DFX_ANALYST',
  updateOrganisationProfile: 'DFX_LEAD',
  studyTypes: null,
  studyTemplates: null,
  sdkConfigHash: null,
  createStudy: 'DFX_LEAD',
  updateStudy: 'DFX_LEAD',
  removeStudy: 'DFX_ORG_ADMIN',
  deviceTypes: null,
  deviceLicence: null,
  listDevices: 'DFX_ANALYST',
  retrieveDevice: 'DFX_ANALYST',
  updateDevice: 'DFX_LEAD',
  removeDevice: 'DFX_ORG_ADMIN',
  licenceTypes: 'DFX_ANALYST',
  listOrganisationLicences: 'DFX_LEAD',
  retrieveOrganisationLicence: 'DFX_LEAD',
  countReport: 'DFX_ANALYST',
  makeReport: 'DFX_ANALYST',
  fetchReport: 'DFX_ANALYST',
};

/** Bodies that pass their schema, so that a refusal is due to the role, not to the body. */
const BODIES: Readonly<Record<string, unknown>> = {
  updateOrganisation: {},
  createOrganisationUser: { Email: 'x@example.org' },
  updateOrganisationUser: {},
  updateOrganisationProfile: {},
  createStudy: { Name: 's' },
  updateStudy: {},
  updateDevice: {},
  countReport: {},
  makeReport: {},
};

const shared = async (): Promise<NodeJS.ProcessEnv> => ({ DATABASE_URL: await newDatabase() });
const engines: readonly [string, () => Promise<NodeJS.ProcessEnv>, boolean][] = [
  ['SQLite', () => Promise.resolve({}), false],
  ['PostgreSQL', shared, withoutPostgres],
];

for (const [engine, environment, isLeftOut] of engines) {
  describe.skipIf(isLeftOut)(`the wider surface on ${engine}`, () => {
    let server: TestServer;
    let here: TestOrganisation;
    let elsewhere: TestOrganisation;
    /** Measurements of a signed-in person with consent to storage, of another device, and of another organisation. */
    let stored: string;
    let ofKiosk: string;
    let foreign: string;

    const ask = (method: string, path: string, token: string, body?: unknown) =>
      call(server, method, `/analysis${path}`, { token, body });
    const as = (role: Role, method: string, path: string, body?: unknown) =>
      ask(method, path, here.staff[role].token, body);
    const admin = (method: string, path: string, body?: unknown) =>
      as('DFX_ORG_ADMIN', method, path, body);

    /** The newest entries of the audit log, as the operator's administrator sees them. */
    const audit = async (action: string): Promise<readonly AuditEntry[]> => {
      const headers = { [ADMIN_HEADER.name]: ADMIN_HEADER.value };
      const email = newEmail();
      await server.app.accounts.administrators.add(email, ADMIN_PASSWORD, null);
      const body = { email, password: ADMIN_PASSWORD };
      const signedIn = await call(server, 'POST', '/admin/api/session', { headers, body });
      const cookie = cookieOf(signedIn);
      const path = `/admin/api/audit?action=${action}`;
      const answer = await call(server, 'GET', path, { headers: { ...headers, cookie } });
      return auditAnswer.parse(answer.body).entries;
    };

    beforeAll(async () => {
      server = await startServer({
        environment: {
          ...(await environment()),
          ...NO_LIMITS,
        },
      });
      [here, elsewhere] = [await newOrganisation(server), await newOrganisation(server)];
      const person = here.staff.USER.token;
      await giveConsent(server, person, FULL_CONSENT);
      stored = await measure(server, person, {
        StudyID: here.studyId,
        Resolution: 100,
        PartnerID: '\u3000＝cmd|1',
      });
      ofKiosk = await measure(server, here.device.token, {
        StudyID: here.studyId,
        PartnerID: 'clinic "7"',
        UserProfileID: '',
      });
      foreign = await measure(server, elsewhere.device.token, { StudyID: elsewhere.studyId });
    });
    afterAll(() => server.stop());

    describe('roles', () => {
      it('are defined for every organisation route', () => {
        expect(Object.keys(LEAST).sort()).toEqual(Object.keys(ORGANISATION_ROUTES).sort());
      });

      const ruled = Object.entries(ORGANISATION_ROUTES).filter(([name]) => LEAST[name] !== null);
      it.each(ruled)('below the required one are refused at %s', async (name, { method, path }) => {
        const least = ROLES.findIndex((role) => role === LEAST[name]);
        // With ids of things that the organisation has, and of another person.
        const address = path
          .replace('/users/:id', `/users/${here.staff.DFX_ORG_ADMIN.id}`)
          .replace('/studies/:id', `/studies/${here.studyId}`)
          .replace('/devices/:id', `/devices/${here.device.id}`)
          .replace('/organizations/:id', `/organizations/${here.id}`)
          .replace(':id', '1')
          .replace(':partner', '1');
        for (const role of ROLES.slice(0, least)) {
          const answer = await as(role, method, address, BODIES[name]);
          expect(answer, `${role} at ${method} ${address}`).toMatchObject(
            refusal(403, 'RESTRICTED'),
          );
        }
        const device = await ask(method, address, here.device.token, BODIES[name]);
        expect(device).toMatchObject(refusal(403, 'RESTRICTED'));
      });

      it('are checked at request time: an old token loses access when its role is revoked', async () => {
        const email = newEmail();
        const { people } = server.app.accounts;
        const { id } = await people.createUser(here.id, {
          email,
          password: PASSWORD,
          role: 'DFX_ANALYST',
        });
        const { Token } = pairOf(await organisationSignIn(server, here.identifier, email));
        expect(await ask('GET', '/organizations/measurements', Token)).toMatchObject({
          status: 200,
        });
        await people.update(id, { role: 'USER' });
        expect(await ask('GET', '/organizations/measurements', Token)).toMatchObject(
          refusal(403, 'RESTRICTED'),
        );
      });

      it('also apply to tokens of the app, whose verification reports the role', async () => {
        const { email } = here.staff.DFX_LEAD;
        const { Token } = pairOf(await userSignIn(server, here.device.token, email));
        expect(await ask('GET', '/auth', Token)).toMatchObject({
          body: { Type: 'user', RoleID: 'DFX_LEAD' },
        });
        expect(await ask('GET', '/organizations/users', Token)).toMatchObject({ status: 200 });
      });
    });

    it('returns every time in seconds since 1970', async () => {
      const person = here.staff.USER.token;
      const token = here.staff.DFX_ORG_ADMIN.token;
      const profile = { Name: 'Ana', Email: '' };
      const profileId = idOf(await ask('POST', '/users/profiles', person, profile));
      const answers = await Promise.all([
        ...[
          ['POST', '/consents', FULL_CONSENT] as const,
          ['PATCH', '/consents', FULL_CONSENT] as const,
          ['GET', '/consents'] as const,
          ['GET', '/users'] as const,
          ['GET', '/users/profiles'] as const,
          ['GET', `/users/profiles/${profileId}`] as const,
          ['GET', `/measurements/${stored}`] as const,
          ['GET', '/measurements'] as const,
        ].map(([method, path, body]) => ask(method, path, person, body)),
        ...[
          '/organizations',
          '/organizations/users',
          `/organizations/users/${here.staff.USER.id}`,
          `/organizations/measurements/${stored}`,
          '/organizations/measurements',
          `/organizations/profiles/${profileId}`,
          '/organizations/profiles',
          `/studies/${here.studyId}`,
          '/studies',
          `/devices/${here.device.id}`,
          '/devices',
          `/licenses/organization/${here.licence.id}`,
          '/licenses/organization',
        ].map((path) => ask('GET', path, token)),
      ]);
      const now = Date.now() / 1000;
      const time = z.int().check(z.minimum(now - 3600), z.maximum(now + 60));
      const dated = z.looseObject({ Created: time, Updated: z.optional(time) });
      const telling = z.object({
        status: z.literal(200),
        body: z.union([dated, z.array(dated).check(z.minLength(1))]),
      });
      expect(answers.filter((answer) => !telling.safeParse(answer).success)).toEqual([]);
      expect(await ask('DELETE', `/users/profiles/${profileId}`, person)).toMatchObject({
        status: 200,
      });
    });

    describe('signing in to an organisation', () => {
      it('issues a renewable token that reads and manages, but may not measure', async () => {
        const { email } = here.staff.DFX_ANALYST;
        const pair = pairOf(await organisationSignIn(server, here.identifier, email));
        expect(await ask('GET', '/auth', pair.Token)).toMatchObject({
          status: 200,
          body: { Type: 'organisation', RoleID: 'DFX_ANALYST', OrganizationID: here.id },
        });
        const body = { StudyID: here.studyId };
        expect(await ask('POST', '/measurements', pair.Token, body)).toMatchObject(
          refusal(403, 'RESTRICTED'),
        );
        const renewed = pairOf(await call(server, 'POST', '/analysis/auths/renew', { body: pair }));
        expect(await ask('GET', '/auth', renewed.Token)).toMatchObject({
          body: { Type: 'organisation' },
        });
      });

      it('gives a wrong password, a missing role and another organisation the same answer', async () => {
        const { email } = here.staff.DFX_LEAD;
        const { identifier } = here;
        for (const answer of [
          await organisationSignIn(server, identifier, email, 'Wrong-horse9'),
          await organisationSignIn(server, identifier, here.staff.USER.email),
          await organisationSignIn(server, elsewhere.identifier, email),
          await organisationSignIn(server, 'nobody', email),
        ]) {
          expect(answer).toMatchObject(refusal(401, 'INVALID_USER'));
        }
      });
    });

    describe('measurements of an organisation', () => {
      const list = (query: string) =>
        as('DFX_ANALYST', 'GET', `/organizations/measurements${query}`);

      it('are listed newest first, in pages with the total, without those of other organisations', async () => {
        const all = await list('');
        expect(idsOf(all)).toEqual([ofKiosk, stored]);
        const [second, ...rest] = rowsOf(await list('?Limit=1&Offset=1'));
        expect(second).toMatchObject({ ID: stored, TotalCount: 2 });
        expect(rest).toEqual([]);
        expect(idsOf(await list('?Offset=2'))).toEqual([]);
      });

      const today = new Date().toISOString().slice(0, 10);
      it.each<[string, () => string[]]>([
        ['?StatusID=COMPLETE', () => [ofKiosk, stored]],
        ['?StatusID=ERROR', () => []],
        [`?PartnerID=${encodeURIComponent('clinic "7"')}`, () => [ofKiosk]],
        [`?Date=${today}&EndDate=2999-12-31`, () => [ofKiosk, stored]],
        ['?EndDate=2020-01-01', () => []],
        ['?StudyID=another', () => []],
        ['?Mode=&DeviceID=&Date=&StatusID=', () => [ofKiosk, stored]],
        ['?SortBy=Created&SortOrder=ASC', () => [stored, ofKiosk]],
        ['?Limit=0', () => [ofKiosk, stored]],
        ['?UserName=nobody@example.org', () => []],
      ])('are filtered by %s', async (query, expected) => {
        expect(idsOf(await list(query))).toEqual(expected());
      });

      it('are filtered by user and device', async () => {
        const { id, email } = here.staff.USER;
        expect(idsOf(await list(`?UserID=${id}`))).toEqual([stored]);
        expect(idsOf(await list(`?Username=${email.toUpperCase()}`))).toEqual([stored]);
        expect(idsOf(await list(`?DeviceID=${here.device.id}`))).toEqual([ofKiosk]);
      });

      it.each(['?Limit=1001', '?Limit=-1', '?Offset=x', '?Date=soon', '?SortBy=Secret'])(
        'refuse the query %s',
        async (query) => {
          expect(await list(query)).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
        },
      );

      it('of another organisation are not found and cannot be deleted', async () => {
        const path = `/organizations/measurements/${foreign}`;
        expect(await admin('GET', path)).toMatchObject(refusal(404, 'NOT_FOUND'));
        expect(await admin('DELETE', `/measurements/${foreign}`)).toMatchObject(
          refusal(404, 'NOT_FOUND'),
        );
        const { token } = elsewhere.staff.DFX_ANALYST;
        const theirs = await ask('GET', '/organizations/measurements', token);
        expect(idsOf(theirs)).toEqual([foreign]);
      });

      it('hold one value per chunk at Resolution 100, and a single value at 0', async () => {
        const value = z.object({ Data: z.array(z.int()), Notes: z.array(z.string()) });
        const results = z.object({ Results: z.object({ HR_BPM: z.tuple([value]) }) });
        const read = async (id: string) => {
          const answer = await as('DFX_ANALYST', 'GET', `/organizations/measurements/${id}`);
          return results.parse(answer.body).Results.HR_BPM[0];
        };
        // The fake engine answers with the number of chunks it saw.
        const series = await read(stored);
        expect(series.Data).toEqual([1, 2, 3, 4, 5, 6].map((n) => n * 10_000));
        expect(series.Notes).toContain('series=chunk');
        const one = await read(ofKiosk);
        expect(one.Data).toEqual([60_000]);
        expect(one.Notes).not.toContain('series=chunk');
      });

      it('are deleted individually by an administrator, and by no lower role', async () => {
        const one = await measure(server, here.device.token, { StudyID: here.studyId });
        const path = `/measurements/${one}`;
        for (const role of ['USER', 'DFX_ANALYST', 'DFX_LEAD'] as const) {
          expect(await as(role, 'DELETE', path)).toMatchObject(refusal(404, 'NOT_FOUND'));
        }
        expect(await admin('DELETE', path)).toMatchObject({ status: 200 });
        const gone = await ask('GET', path, here.device.token);
        expect(gone).toMatchObject(refusal(404, 'NOT_FOUND'));
      });

      it('record successful and refused reads in the audit log', async () => {
        const { id } = here.staff.DFX_ANALYST;
        const { id: stranger } = elsewhere.staff.DFX_ANALYST;
        const path = `/organizations/measurements/${stored}`;
        await as('DFX_ANALYST', 'GET', path);
        await ask('GET', path, elsewhere.staff.DFX_ANALYST.token);
        const entries = await audit('measurement.read');
        expect(entries).toContainEqual(
          expect.objectContaining({ actor: `user:${id}`, target: stored, outcome: 'done' }),
        );
        expect(entries).toContainEqual(
          expect.objectContaining({
            actor: `user:${stranger}`,
            target: stored,
            outcome: 'NOT_FOUND',
          }),
        );
      });
    });

    describe('reports', () => {
      const made = z.object({ ID: z.string(), url: z.string(), resultsFound: z.boolean() });
      const fetchText = async (url: string, token: string) => {
        const response = await fetch(`${server.origin}/analysis${url}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return { status: response.status, headers: response.headers, text: await response.text() };
      };

      it('contain a row per measurement, and no cell that a spreadsheet would evaluate as a formula', async () => {
        const body = { Format: 'csv', StudyID: here.studyId };
        const count = await as('DFX_ANALYST', 'POST', '/reports/count', body);
        expect(count.body).toEqual({ MeasurementCount: 2 });
        const { url, resultsFound } = made.parse(
          (await as('DFX_ANALYST', 'POST', '/reports', body)).body,
        );
        expect(resultsFound).toBe(true);
        const file = await fetchText(url, here.staff.DFX_ANALYST.token);
        expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
        expect(file.headers.get('cache-control')).toBe('no-store');
        const [header = '', first = '', second = '', end] = file.text.split('\r\n');
        expect(header.split(',').slice(0, 4)).toEqual(['ID', 'Created', 'Updated', 'StatusID']);
        expect(header).toContain('HR_BPM,HR_BPM_KIND');
        expect(first).toContain(stored);
        expect(first).toContain(',"\'\u3000＝cmd|1",');
        expect(first).toContain(',6,measured,');
        expect(second).toContain('"clinic ""7"""');
        expect(end).toBe('');
      });

      it('are available to their creator only', async () => {
        const { url } = made.parse((await as('DFX_LEAD', 'POST', '/reports', {})).body);
        const others = [here.staff.DFX_ANALYST, elsewhere.staff.DFX_ORG_ADMIN];
        for (const { token } of others) {
          expect((await fetchText(url, token)).status).toBe(404);
        }
        expect((await fetchText(url, here.device.token)).status).toBe(403);
      });

      it.each([
        [{ Format: 'hdf5' }, 400, 'VALIDATION_ERROR'],
        [{ Format: 'csv', Page: 0 }, 400, 'VALIDATION_ERROR'],
        [{ Format: 'csv', OrganizationID: 'another' }, 404, 'NOT_FOUND'],
        [{ Format: 'csv', FileName: '../x' }, 400, 'VALIDATION_ERROR'],
      ])('refuse %j', async (body, status, code) => {
        expect(await admin('POST', '/reports', body)).toMatchObject(refusal(status, code));
      });

      it.each(['hdf5', 'pdf'])('name the only format when refusing %s', async (Format) => {
        const { body } = await admin('POST', '/reports', { Format });
        expect(body).toMatchObject({ Errors: { Format: [['VALUES', ['csv']]] } });
      });

      it('return resultsFound false for a page past the end', async () => {
        const { body } = await admin('POST', '/reports', { Page: 2 });
        expect(body).toEqual({ ID: '', url: '', resultsFound: false });
      });
    });

    describe('accounts of an organisation', () => {
      it('are listed with filters, without a password or a token', async () => {
        const { email, id } = here.staff.USER;
        const answer = await as('DFX_LEAD', 'GET', `/organizations/users?UserName=${email}`);
        expect(rowsOf(answer)).toMatchObject([{ ID: id, Email: email, RoleID: 'USER' }]);
        expect(JSON.stringify(answer.body)).not.toMatch(/argon2|Password|ResetToken/);
        const leads = await as('DFX_LEAD', 'GET', '/organizations/users?RoleID=DFX_LEAD');
        expect(idsOf(leads)).toEqual([here.staff.DFX_LEAD.id]);
        const all = await as('DFX_LEAD', 'GET', '/organizations/users');
        expect(idsOf(all)).not.toContain(elsewhere.staff.USER.id);
      });

      it('are created by a lead, with an e-mail that lets the user choose a password', async () => {
        const Email = newEmail();
        const body = { Email, FirstName: 'Jo', LastName: 'Doe', Gender: 'Female', RoleID: 'USER' };
        const ID = idOf(await as('DFX_LEAD', 'POST', '/organizations/users', body));
        expect(await as('DFX_LEAD', 'GET', `/organizations/users/${ID}`)).toMatchObject({
          body: { Email, FirstName: 'Jo', Gender: 'female', StatusID: 'ACTIVE' },
        });
        const women = await as('DFX_LEAD', 'GET', '/organizations/users?Gender=female');
        expect(idsOf(women)).toContain(ID);
        const reset = { ResetToken: linkIn(await messageTo(server, Email)), Password: PASSWORD };
        expect(await call(server, 'PATCH', '/analysis/users/reset', { body: reset })).toMatchObject(
          {
            status: 200,
          },
        );
        expect(await userSignIn(server, here.device.token, Email)).toMatchObject({ status: 200 });
      });

      it('are refused with USER_ALREADY_EXISTS for an address in use', async () => {
        const body = { Email: here.staff.USER.email };
        expect(await as('DFX_LEAD', 'POST', '/organizations/users', body)).toMatchObject(
          refusal(400, 'USER_ALREADY_EXISTS'),
        );
      });

      it('are given roles by administrators only, who cannot demote, suspend or delete themselves', async () => {
        const { DFX_LEAD: lead, DFX_ORG_ADMIN: boss, DFX_ANALYST: analyst } = here.staff;
        const change = (role: Role, id: string, body: unknown) =>
          as(role, 'PATCH', `/organizations/users/${id}`, body);
        const restricted = refusal(403, 'RESTRICTED');
        const promote = { RoleID: 'DFX_ORG_ADMIN' };
        const created = { Email: newEmail(), RoleID: 'DFX_ANALYST' };
        expect(await as('DFX_LEAD', 'POST', '/organizations/users', created)).toMatchObject(
          restricted,
        );
        expect(await change('DFX_LEAD', here.staff.USER.id, promote)).toMatchObject(restricted);
        expect(await change('DFX_LEAD', analyst.id, { FirstName: 'x' })).toMatchObject(restricted);
        expect(await change('DFX_LEAD', lead.id, promote)).toMatchObject(restricted);
        expect(await change('DFX_ORG_ADMIN', boss.id, { RoleID: 'USER' })).toMatchObject(
          restricted,
        );
        expect(await change('DFX_ORG_ADMIN', boss.id, { StatusID: 'SUSPENDED' })).toMatchObject(
          restricted,
        );
        expect(await admin('DELETE', `/organizations/users/${boss.id}`)).toMatchObject(restricted);
      });

      it('are audited when changed or erased, with the names of the fields and never the values', async () => {
        const body = { Email: newEmail(), Password: PASSWORD };
        const ID = idOf(await admin('POST', '/organizations/users', body));
        await admin('PATCH', `/organizations/users/${ID}`, {
          FirstName: 'Zoe',
          RoleID: 'DFX_LEAD',
        });
        await admin('DELETE', `/organizations/users/${ID}`);
        const actor = `user:${here.staff.DFX_ORG_ADMIN.id}`;
        const entry = { actor, target: ID, organisationId: here.id, outcome: 'done' };
        const [changed] = (await audit('user.update')).filter(({ target }) => target === ID);
        expect(changed).toMatchObject(entry);
        expect(JSON.stringify(changed)).toContain('RoleID');
        expect(JSON.stringify(changed)).not.toMatch(/Zoe|DFX_LEAD/);
        expect(await audit('user.erase')).toContainEqual(expect.objectContaining(entry));
      });

      it('of another organisation are answered like those that do not exist, by any request', async () => {
        const answersFor = async (id: string) => {
          const answers = [
            await admin('GET', `/organizations/users/${id}`),
            await admin('PATCH', `/organizations/users/${id}`, { FirstName: 'x' }),
            await admin('DELETE', `/organizations/users/${id}`),
            await admin('DELETE', `/users/${id}/measurements`),
            await admin('GET', `/users/${id}/profiles`),
          ];
          return answers.map(({ status, body }) => ({ status, body }));
        };
        const theirs = await answersFor(elsewhere.staff.USER.id);
        for (const answer of theirs) expect(answer).toMatchObject(refusal(404, 'NOT_FOUND'));
        expect(theirs).toEqual(await answersFor(randomUUID()));
      });

      it('that are suspended lose every session', async () => {
        const Email = newEmail();
        const body = { Email, Password: PASSWORD };
        const ID = idOf(await admin('POST', '/organizations/users', body));
        const { Token } = pairOf(await userSignIn(server, here.device.token, Email));
        await admin('PATCH', `/organizations/users/${ID}`, { StatusID: 'SUSPENDED' });
        expect(await ask('GET', '/users', Token)).toMatchObject(
          refusal(401, 'ERR_SESSION_EXPIRED'),
        );
        expect(await admin('DELETE', `/organizations/users/${ID}`)).toMatchObject({ status: 200 });
      });
    });

    describe("a user's own account", () => {
      const create = (token: string, body: Record<string, unknown> = {}) =>
        ask('POST', '/users', token, { Email: newEmail(), Password: PASSWORD, ...body });

      it('is created with the token of a licensed device, not of a guest or a user', async () => {
        const Email = newEmail();
        const details = {
          HeightCm: '180',
          WeightKg: '75',
          DateOfBirth: '1980-02-29',
          Gender: 'male',
        };
        const answer = await create(here.device.token, { Email, PhoneNumber: '', ...details });
        expect(answer).toMatchObject({ status: 200 });
        const again = await create(here.device.token, { Email });
        expect(again).toMatchObject(refusal(400, 'USER_ALREADY_EXISTS'));
        const { Token } = pairOf(await userSignIn(server, here.device.token, Email));
        expect(await ask('GET', '/users', Token)).toMatchObject({ body: { Email, ...details } });
        const guestToken = (await guest(server)).Token;
        expect(await create(guestToken)).toMatchObject(refusal(403, 'RESTRICTED'));
        expect(await create(here.staff.USER.token)).toMatchObject(refusal(403, 'RESTRICTED'));
      });

      it('is in the audit log when a lead creates it', async () => {
        const ID = idOf(await create(here.staff.DFX_LEAD.token));
        const actor = `user:${here.staff.DFX_LEAD.id}`;
        const entry = { actor, target: ID, organisationId: here.id, outcome: 'done' };
        expect(await audit('user.create')).toContainEqual(expect.objectContaining(entry));
      });

      it('is refused with a weak password or an invalid field, which is named', async () => {
        const { token } = here.device;
        expect(await create(token, { Password: 'short' })).toMatchObject(
          refusal(400, 'VALIDATION_ERROR'),
        );
        expect(await create(token, { DateOfBirth: 'yesterday' })).toMatchObject({
          body: { Errors: { DateOfBirth: expect.anything() as unknown } },
        });
      });

      it('can be changed except for e-mail address and role, and checks a password that is sent', async () => {
        const { token, email } = here.staff.USER;
        const change = (body: unknown) => ask('PATCH', '/users', token, body);
        const whole = { FirstName: 'Ana', Email: email, Password: PASSWORD, PhoneNumber: '' };
        expect(await change(whole)).toMatchObject({ status: 200, body: { success: true } });
        expect(await ask('GET', '/users', token)).toMatchObject({ body: { FirstName: 'Ana' } });
        expect(await change({ Email: 'other@example.org' })).toMatchObject({
          ...refusal(400, 'VALIDATION_ERROR'),
          body: { Errors: { Email: [['NOT_SUPPORTED', []]] } },
        });
        expect(await change({ Password: 'Wrong-horse9' })).toMatchObject(
          refusal(401, 'INVALID_USER'),
        );
        expect(await change({ RoleID: 'DFX_ORG_ADMIN' })).toMatchObject({ status: 200 });
        expect(await ask('GET', '/users/role', token)).toMatchObject({ body: { ID: 'USER' } });
      });

      it('changes its password with the current one, is notified, and loses every session', async () => {
        const Email = newEmail();
        await create(here.device.token, { Email });
        const { Token } = pairOf(await userSignIn(server, here.device.token, Email));
        const change = (Password: string, NewPassword: string) =>
          call(server, 'POST', '/analysis/users/changepassword', {
            body: { Identifier: here.identifier, Email, Password, NewPassword },
          });
        expect(await change('Wrong-horse9', 'Correct-horse8')).toMatchObject(
          refusal(401, 'INVALID_USER'),
        );
        expect(await change(PASSWORD, 'weak')).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
        expect(await change(PASSWORD, 'Correct-horse8')).toMatchObject({ status: 200 });
        expect(await messageTo(server, Email)).toMatchObject({
          subject: expect.stringContaining('was changed') as unknown,
        });
        expect(await ask('GET', '/users', Token)).toMatchObject(
          refusal(401, 'ERR_SESSION_EXPIRED'),
        );
      });

      it('is deleted after a recent sign-in, and not after an old one', async () => {
        const Email = newEmail();
        await create(here.device.token, { Email });
        const first = pairOf(await userSignIn(server, here.device.token, Email));
        await server.app.platform.database
          .updateTable('token_families')
          .set(({ eb }) => ({ proven_at: eb('proven_at', '-', 11 * 60_000) }))
          .execute();
        const renewed = pairOf(
          await call(server, 'POST', '/analysis/auths/renew', { body: first }),
        );
        expect(await ask('DELETE', '/users', renewed.Token)).toMatchObject(
          refusal(403, 'RESTRICTED'),
        );
        const fresh = pairOf(await userSignIn(server, here.device.token, Email));
        expect(await ask('DELETE', '/users', fresh.Token)).toMatchObject({ status: 200 });
        expect(await userSignIn(server, here.device.token, Email)).toMatchObject(
          refusal(401, 'INVALID_USER'),
        );
      });

      it('gets the same answer to a reset request whether or not it exists', async () => {
        for (const path of ['/users/sendreset', '/auths/users/reset']) {
          for (const Email of [here.staff.USER.email, newEmail()]) {
            const body = { Email, Identifier: here.identifier };
            expect(await call(server, 'PATCH', `/analysis${path}`, { body })).toMatchObject({
              status: 200,
              body: { success: true },
            });
          }
        }
      });
    });

    describe('profiles', () => {
      it('are changed and deleted by their owner, and only read by staff below a lead', async () => {
        const { token } = here.device;
        const ID = idOf(await ask('POST', '/users/profiles', token, { Name: 'Ana', Email: 'a' }));
        const path = `/users/profiles/${ID}`;
        const change = { Name: 'Ann', Email: 'a', Status: 'INACTIVE' };
        expect(await ask('PATCH', path, token, change)).toMatchObject({ status: 200 });
        expect(await ask('GET', path, token)).toMatchObject({ body: { Name: 'Ann' } });
        expect(await ask('PATCH', path, token, { Status: 'GONE' })).toMatchObject(
          refusal(400, 'VALIDATION_ERROR'),
        );
        const staffPath = `/organizations/profiles/${ID}`;
        expect(await as('DFX_ANALYST', 'GET', staffPath)).toMatchObject({
          body: { Status: 'INACTIVE', OwnerUser: '' },
        });
        expect(await as('DFX_LEAD', 'PATCH', staffPath, { Name: 'Anna' })).toMatchObject({
          status: 200,
        });
        const found = await as(
          'DFX_ANALYST',
          'GET',
          '/organizations/profiles?UserProfileName=Anna',
        );
        expect(idsOf(found)).toEqual([ID]);
        for (const other of [elsewhere.device.token, here.staff.USER.token]) {
          expect(await ask('PATCH', path, other, change)).toMatchObject(refusal(404, 'NOT_FOUND'));
          expect(await ask('DELETE', path, other)).toMatchObject(refusal(404, 'NOT_FOUND'));
        }
        for (const method of ['GET', 'PATCH']) {
          const body = method === 'PATCH' ? { Name: 'Anja' } : undefined;
          const theirs = await ask(method, staffPath, elsewhere.staff.DFX_ORG_ADMIN.token, body);
          expect(theirs).toMatchObject(refusal(404, 'NOT_FOUND'));
        }
        expect(await ask('GET', path, token)).toMatchObject({ body: { Name: 'Anna' } });
        expect(await ask('DELETE', path, token)).toMatchObject({ status: 200 });
        expect(await ask('GET', path, token)).toMatchObject(refusal(404, 'NOT_FOUND'));
      });

      it('of a user are listed for that user and for analysts', async () => {
        const { id, token, email } = here.staff.USER;
        for (const own of [token, here.staff.DFX_ANALYST.token]) {
          const answer = await ask('GET', `/users/${id}/profiles`, own);
          expect(rowsOf(answer)).toMatchObject([{ OwnerUserEmail: email, TotalCount: 1 }]);
        }
      });
    });

    describe('studies', () => {
      const template = { StudyTemplateID: 'perfuse-vitals', Config: { room: '7' } };

      it('are created, changed, closed and deleted', async () => {
        const body = { Name: 'Day shifts', Description: 'd', ...template };
        const ID = idOf(await as('DFX_LEAD', 'POST', '/studies', body));
        expect(await ask('GET', `/studies/${ID}`, here.device.token)).toMatchObject({
          body: { Name: 'Day shifts', Config: { room: '7' } },
        });
        // As the vendor's Python client closes one: with every other field empty.
        const closing = { Name: '', Description: '', StatusID: 'INACTIVE', Config: null };
        expect(await as('DFX_LEAD', 'PATCH', `/studies/${ID}`, closing)).toMatchObject({
          status: 200,
        });
        expect(await ask('GET', `/studies/${ID}`, here.device.token)).toMatchObject({
          body: { Name: 'Day shifts', Description: 'd', Config: { room: '7' } },
        });
        // Clients are refused before filming, too.
        const filming = { StudyID: ID, SDKID: '', MD5Hash: '' };
        for (const [path, body] of [
          ['/studies/sdkconfig', filming],
          ['/measurements', { StudyID: ID }],
        ] as const) {
          const closed = await ask('POST', path, here.device.token, body);
          expect(closed).toMatchObject(refusal(403, 'RESTRICTED'));
        }
        expect(await admin('DELETE', `/studies/${ID}`)).toMatchObject({ status: 200 });
        expect(await admin('DELETE', `/studies/${ID}`)).toMatchObject(refusal(404, 'NOT_FOUND'));
      });

      it('have unique names, and accept their own name in a change', async () => {
        const create = (Name: string) => admin('POST', '/studies', { Name });
        const first = idOf(await create('First'));
        const second = idOf(await create('Second'));
        const taken = { status: 400, body: { Errors: { Name: [['UNIQUE', []]] } } };
        expect(await create('First')).toMatchObject(taken);
        expect(await create(' First ')).toMatchObject(taken);
        expect(await admin('PATCH', `/studies/${second}`, { Name: 'First' })).toMatchObject(taken);
        const change = { Name: 'First', Description: 'the first' };
        expect(await admin('PATCH', `/studies/${first}`, change)).toMatchObject({ status: 200 });
        for (const id of [first, second]) await admin('DELETE', `/studies/${id}`);
      });

      it('with dependent data cannot be deleted', async () => {
        expect(await admin('DELETE', `/studies/${here.studyId}`)).toMatchObject(
          refusal(403, 'RESTRICTED'),
        );
      });

      it.each([
        [{ Name: '' }, 400, 'VALIDATION_ERROR'],
        [{ Name: ' ' }, 400, 'VALIDATION_ERROR'],
        [{ Name: 's', StudyTemplateID: 'another' }, 404, 'NOT_FOUND'],
        [{ Name: 's', Config: { a: 1 } }, 400, 'VALIDATION_ERROR'],
      ])('refuse %j', async (body, status, code) => {
        expect(await admin('POST', '/studies', body)).toMatchObject(refusal(status, code));
      });

      it('report at most twenty errors of a body', async () => {
        const names = Array.from({ length: 40 }, (_, n) => `entry${String(n)}`);
        const Config = Object.fromEntries(names.map((name) => [name, 1]));
        const { body } = await admin('POST', '/studies', { Name: 's', Config });
        const { Errors } = z.object({ Errors: z.record(z.string(), z.unknown()) }).parse(body);
        expect(Object.keys(Errors)).toEqual(names.slice(0, 20).map((name) => `Config.${name}`));
      });

      it('of another organisation are not found', async () => {
        const path = `/studies/${elsewhere.studyId}`;
        const missing = refusal(404, 'NOT_FOUND');
        expect(await admin('PATCH', path, { Name: 'x' })).toMatchObject(missing);
        expect(await admin('DELETE', path)).toMatchObject(missing);
        expect(await admin('DELETE', `${path}/measurements`)).toMatchObject(missing);
      });
    });

    describe('devices and licences', () => {
      it('are listed without user sessions and without keys', async () => {
        const devices = await as('DFX_ANALYST', 'GET', '/devices');
        expect(idsOf(devices)).toEqual([here.device.id]);
        const licences = await as('DFX_LEAD', 'GET', '/licenses/organization');
        expect(rowsOf(licences)).toMatchObject([
          { ID: here.licence.id, Key: '', StatusID: 'ACTIVE', DeviceRegistrations: 1 },
        ]);
        expect(JSON.stringify(licences.body)).not.toContain(here.licence.key);
        expect(await ask('GET', '/devices/license', here.device.token)).toMatchObject({
          body: { ID: here.licence.id, LicenseType: 'organisation' },
        });
        expect(await as('USER', 'GET', '/devices/license')).toMatchObject(
          refusal(404, 'NOT_FOUND'),
        );
      });

      it('list every licence type', async () => {
        const { body } = await as('DFX_ANALYST', 'GET', '/licenses/types');
        expect(z.array(z.object({ ID: z.string() })).parse(body)).toEqual(
          ['organisation', 'demo', 'guest', 'visitor'].map((ID) => ({ ID })),
        );
      });

      it('are not found by other organisations', async () => {
        const { token } = elsewhere.staff.DFX_ORG_ADMIN;
        const missing = refusal(404, 'NOT_FOUND');
        const device = `/devices/${here.device.id}`;
        expect(await ask('GET', device, token)).toMatchObject(missing);
        expect(await ask('PATCH', device, token, { Name: 'x' })).toMatchObject(missing);
        expect(await ask('DELETE', device, token)).toMatchObject(missing);
        expect(await ask('DELETE', `${device}/measurements`, token)).toMatchObject(missing);
        const licence = `/licenses/organization/${here.licence.id}`;
        expect(await ask('GET', licence, token)).toMatchObject(missing);
      });

      it('that are removed lose their tokens', async () => {
        const lost = await registerDevice(server, here.licence.key, 'lost');
        const path = `/devices/${lost.id}`;
        expect(await as('DFX_LEAD', 'PATCH', path, { Name: 'found' })).toMatchObject({
          status: 200,
        });
        expect(await as('DFX_ANALYST', 'GET', path)).toMatchObject({
          body: { Name: 'found', StatusID: 'ACTIVE' },
        });
        expect(await admin('DELETE', path)).toMatchObject({ status: 200 });
        expect(await ask('GET', '/auth', lost.token)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
        expect(idsOf(await as('DFX_ANALYST', 'GET', '/devices?StatusID=INACTIVE'))).toEqual([
          lost.id,
        ]);
        expect(await as('DFX_ANALYST', 'GET', '/devices?StatusID=LOST')).toMatchObject(
          refusal(400, 'VALIDATION_ERROR'),
        );
      });

      it('renew their tokens when lifetimes are sent as null', async () => {
        const { key } = here.licence;
        const body = { Key: key, DeviceTypeID: 'LINUX', Name: 'k', Identifier: 'k', Version: '1' };
        const pair = pairOf(
          await call(server, 'POST', '/analysis/organizations/licenses', { body }),
        );
        const child = { ...pair, expiryInSec: null };
        expect(
          await call(server, 'POST', '/analysis/auths/generateToken', { body: child }),
        ).toMatchObject({
          status: 200,
        });
        const renewal = { ...pair, RefreshTokenExpiresIn: null };
        const renewed = await call(server, 'POST', '/analysis/auths/renew', { body: renewal });
        expect(renewed).toMatchObject({ status: 200 });
        await ask('DELETE', '/organizations/licenses', pairOf(renewed).Token);
      });
    });

    describe('the lookup lists', () => {
      it.each([
        '/mimes',
        '/roles',
        '/statuses',
        '/studies/types',
        '/studies/templates',
        '/devices/types',
      ])('%s returns entries', async (path) => {
        const answer = await ask('GET', path, here.device.token);
        expect(
          z.array(z.looseObject({ ID: z.string() })).parse(answer.body).length,
        ).toBeGreaterThan(0);
      });
    });

    describe('changes', () => {
      it('of the organisation are visible to its devices', async () => {
        const body = { Contact: 'Jo', OrgAddresses: [] };
        expect(await admin('PATCH', '/organizations', body)).toMatchObject({
          status: 200,
          body: { Contact: 'Jo', Identifier: here.identifier },
        });
        expect(await ask('GET', '/organizations', here.device.token)).toMatchObject({
          body: { Contact: 'Jo' },
        });
      });

      it('of the organisation leave fields unchanged that are sent empty', async () => {
        await admin('PATCH', '/organizations', { Contact: 'Jo', Email: 'jo@example.org' });
        const body = { Name: '', Identifier: '', Contact: 'Bo', Email: '', Logo: null };
        expect(await admin('PATCH', '/organizations', body)).toMatchObject({
          status: 200,
          body: { Name: here.identifier, Contact: 'Bo', Email: 'jo@example.org' },
        });
      });

      it('of the organisation follow the rules of the admin page', async () => {
        expect(await admin('PATCH', '/organizations', { Email: 'not an email' })).toMatchObject({
          status: 400,
          body: { Errors: { Email: expect.any(Array) as unknown } },
        });
        const line = { Line1: 'a', Line2: '', City: '', State: '', Country: '', PostalCode: '' };
        const OrgAddresses = Array<typeof line>(20).fill(line);
        expect(
          await admin('PATCH', '/organizations', { OrgAddresses, Email: 'Jo@Example.org' }),
        ).toMatchObject({ status: 200, body: { OrgAddresses, Email: 'jo@example.org' } });
        const more = { OrgAddresses: [...OrgAddresses, line] };
        expect(await admin('PATCH', '/organizations', more)).toMatchObject({ status: 400 });
        const page = { addresses: OrgAddresses, email: 'jo@example.org' };
        expect(organisationChange.safeParse(page).success).toBe(true);
        await admin('PATCH', '/organizations', { OrgAddresses: [] });
      });

      it('that withdraw all consent delete the measurements stored under it', async () => {
        const { token } = here.staff.USER;
        expect(await ask('DELETE', '/consents', token)).toMatchObject({ body: { success: true } });
        const listed = await as('DFX_ANALYST', 'GET', '/organizations/measurements');
        expect(idsOf(listed)).toEqual([ofKiosk]);
        const { token: other } = await registerDevice(server, here.licence.key, 'new');
        expect(await ask('DELETE', '/consents', other)).toMatchObject(refusal(404, 'NOT_FOUND'));
      });

      it('that delete measurements of a partner or the organisation return their number', async () => {
        const elsewherePath = `/organizations/${elsewhere.id}/measurements`;
        expect(await admin('DELETE', elsewherePath)).toMatchObject(refusal(404, 'NOT_FOUND'));
        const none = await admin('DELETE', `/organizations/${here.id}/partners/x/measurements`);
        expect(none.body).toEqual({ success: true, Count: 0 });
        const all = await admin('DELETE', `/organizations/${here.id}/measurements`);
        expect(all.body).toEqual({ success: true, Count: 1 });
        const { token } = elsewhere.staff.DFX_ANALYST;
        const theirs = await ask('GET', '/organizations/measurements', token);
        expect(idsOf(theirs)).toEqual([foreign]);
      });

      it('are audited with the names of the fields, never the values', async () => {
        const entries = await audit('organisation.update');
        expect(entries).toContainEqual(
          expect.objectContaining({
            actor: `user:${here.staff.DFX_ORG_ADMIN.id}`,
            organisationId: here.id,
            details: 'contact, addresses',
            outcome: 'done',
          }),
        );
        expect(JSON.stringify(entries)).not.toContain('Jo');
      });

      it('leave no e-mail address, password or licence key in the log', () => {
        const log = server.log.join('\n');
        for (const { email } of Object.values(here.staff)) expect(log).not.toContain(email);
        expect(log).not.toContain(PASSWORD);
        expect(log).not.toContain(here.licence.key);
      });
    });

    it('answers 401 without a token on every route that is not public', async () => {
      const closed = Object.values(EVERY_ANALYSIS_ROUTE).filter(
        ({ authentication }) => authentication !== 'public',
      );
      for (const { method, path } of closed) {
        const address = `/analysis${path.replaceAll(/:\w+/g, '1')}`;
        expect(await call(server, method, address), address).toMatchObject(
          refusal(401, 'INVALID_TOKEN'),
        );
      }
    });
  });
}
