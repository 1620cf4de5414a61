// SPDX-License-Identifier: Apache-2.0
/** Fields that clients omit, empty or send back unchanged: changes, filters and orders of lists. */
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Answer } from '@perfuse/testing/client';
import {
  newOrganisation,
  registerDevice,
  type TestOrganisation,
} from '../../testing/organisation.ts';
import { measure, newEmail, pairOf, PASSWORD } from '../../testing/people.ts';
import { refusal } from '@perfuse/testing/refusal';
import { startServer, type TestServer } from '../../testing/server.ts';

const rows = z.array(z.looseObject({ ID: z.string() }));
const idsOf = (answer: Answer): string[] => rows.parse(answer.body).map(({ ID }) => ID);
const idOf = (answer: Answer): string => z.object({ ID: z.string() }).parse(answer.body).ID;
const NOT_SUPPORTED = (field: string) => ({
  ...refusal(400, 'VALIDATION_ERROR'),
  body: { Errors: { [field]: [['NOT_SUPPORTED', []]] } },
});

describe('protocol clients', () => {
  let server: TestServer;
  let here: TestOrganisation;
  beforeAll(async () => {
    server = await startServer({ environment: { PERFUSE_RATE_STRICT: '100000' } });
    here = await newOrganisation(server);
  });
  afterAll(() => server.stop());

  const ask = (method: string, path: string, token: string, body?: unknown) =>
    call(server, method, `/analysis${path}`, { token, body });
  const admin = (method: string, path: string, body?: unknown) =>
    ask(method, path, here.staff.DFX_ORG_ADMIN.token, body);

  describe('a change ignores empty fields and clears null fields', () => {
    const details = { Gender: 'male', DateOfBirth: '1980-02-29', HeightCm: '180', WeightKg: '75' };
    const EMPTY = { LastName: '', Gender: '', DateOfBirth: '', HeightCm: '', WeightKg: '' };
    const NULLS = { LastName: null, Gender: null, HeightCm: null };

    it('in an account, changed by an administrator or by its user', async () => {
      const Email = newEmail();
      const given = { Email, Password: PASSWORD, FirstName: 'Bo', LastName: 'Doe', ...details };
      const ID = idOf(await admin('POST', '/organizations/users', given));
      const path = `/organizations/users/${ID}`;
      const signIn = { Email, Password: PASSWORD, MFAToken: null, TokenExpiresIn: null };
      const { Token } = pairOf(await ask('POST', '/users/auth', here.device.token, signIn));
      for (const change of [
        (body: unknown) => admin('PATCH', path, body),
        (body: unknown) => ask('PATCH', '/users', Token, body),
      ]) {
        await admin('PATCH', path, { LastName: 'Doe', ...details });
        expect(await change({ FirstName: 'Bob', ...EMPTY })).toMatchObject({ status: 200 });
        expect(await admin('GET', path)).toMatchObject({
          body: { FirstName: 'Bob', LastName: 'Doe', ...details },
        });
        expect(await change(NULLS)).toMatchObject({ status: 200 });
        expect(await admin('GET', path)).toMatchObject({
          body: { FirstName: 'Bob', LastName: '', Gender: '', HeightCm: '', WeightKg: '75' },
        });
      }
      expect(await admin('PATCH', path, { RoleID: '', StatusID: '' })).toMatchObject({
        status: 200,
      });
      expect(await admin('DELETE', path)).toMatchObject({ status: 200 });
    });

    it('in a profile, a study, a device and the organisation', async () => {
      const { token, id } = here.device;
      const profile = idOf(
        await ask('POST', '/users/profiles', token, { Name: 'Ana', Email: 'a' }),
      );
      const study = idOf(await admin('POST', '/studies', { Name: 's', Description: 'd' }));
      const cases = [
        [`/users/profiles/${profile}`, token, 'Email', 'a'],
        [`/studies/${study}`, here.staff.DFX_ORG_ADMIN.token, 'Description', 'd'],
        [`/devices/${id}`, here.staff.DFX_ORG_ADMIN.token, 'Identifier', 'kiosk'],
        ['/organizations', here.staff.DFX_ORG_ADMIN.token, 'Contact', 'Jo'],
      ] as const;
      await admin('PATCH', '/organizations', { Contact: 'Jo' });
      for (const [path, own, field, value] of cases) {
        await ask('PATCH', path, own, { [field]: '' });
        expect(await ask('GET', path, own)).toMatchObject({ body: { [field]: value } });
        expect(await ask('PATCH', path, own, { [field]: null })).toMatchObject({ status: 200 });
        expect(await ask('GET', path, own)).toMatchObject({ body: { [field]: '' } });
      }
    });

    it('and spaces for the name of the organisation, which people read', async () => {
      expect(await admin('PATCH', '/organizations', { Name: ' Acme ' })).toMatchObject({
        body: { Name: 'Acme' },
      });
      expect(await admin('PATCH', '/organizations', { Name: ' ' })).toMatchObject({
        body: { Name: 'Acme' },
      });
    });
  });

  describe('an unsupported change is refused rather than ignored', () => {
    it('in the organisation, unless the retrieved value is sent back', async () => {
      const retrieved = z.looseObject({}).parse((await admin('GET', '/organizations')).body);
      // Nested fields may have another order.
      const liveness = Object.entries(z.looseObject({}).parse(retrieved['LivenessConfig']));
      const LivenessConfig = Object.fromEntries(liveness.reverse());
      const whole = { ...retrieved, LivenessConfig, Contact: 'Zoë' };
      expect(await admin('PATCH', '/organizations', whole)).toMatchObject({
        status: 200,
        body: { Contact: 'Zoë', Identifier: here.identifier },
      });
      for (const [field, value] of [
        ['SessionMaxDurationSeconds', 60],
        ['LivenessConfig', { VisageLiveness: true }],
        ['Identifier', 'other'],
        ['Logo', 'iVBORw0KGgo='],
      ] as const) {
        const answer = await admin('PATCH', '/organizations', { Contact: 'Jo', [field]: value });
        expect(answer).toMatchObject(NOT_SUPPORTED(field));
      }
      expect(await admin('GET', '/organizations')).toMatchObject({ body: { Contact: 'Zoë' } });
    });

    it.each(['LivenessConfig', 'Identifier'])(
      'in the organisation, also where %s is nested too deeply for recursion',
      async (field) => {
        const answer = await fetch(`${server.origin}/analysis/organizations`, {
          method: 'PATCH',
          headers: {
            authorization: `Bearer ${here.staff.DFX_ORG_ADMIN.token}`,
            'content-type': 'application/json',
          },
          body: `{"${field}":${'['.repeat(7_900)}${']'.repeat(7_900)}}`,
        });
        const body: unknown = await answer.json();
        expect({ status: answer.status, body }).toMatchObject(NOT_SUPPORTED(field));
      },
    );

    it('except for the password rules of an organisation', async () => {
      const rules = { PasswordMinLength: 12, PasswordRequireDigits: true };
      expect(await admin('PATCH', '/organizations', rules)).toMatchObject({
        status: 200,
        body: { ...rules, PasswordRequireUppercase: true },
      });
      const path = `/analysis/organizations/policy/password?Identifier=${here.identifier}`;
      expect(await call(server, 'GET', path)).toMatchObject({
        body: { ...rules, AdminPasswordMinLength: 12, LimitLoginAttemptsCountPerWindow: 5 },
      });
      expect(await admin('PATCH', '/organizations', { PasswordMinLength: 4 })).toMatchObject(
        refusal(400, 'VALIDATION_ERROR'),
      );
      const weak = { Email: newEmail(), Password: 'Short-1' };
      expect(await ask('POST', '/users', here.device.token, weak)).toMatchObject({
        ...refusal(400, 'VALIDATION_ERROR'),
        body: { Errors: { Password: [['PASSWORD_POLICY', ['minLength']]] } },
      });
      await admin('PATCH', '/organizations', {
        PasswordMinLength: 8,
        PasswordRequireDigits: false,
      });
    });

    it('in a device: only an administrator sets INACTIVE, which revokes its tokens permanently', async () => {
      const lost = await registerDevice(server, here.licence.key, 'lost');
      const path = `/devices/${lost.id}`;
      const { token } = here.staff.DFX_LEAD;
      expect(await ask('PATCH', path, token, { Name: 'x', Status: 'ACTIVE' })).toMatchObject({
        status: 200,
      });
      expect(await ask('PATCH', path, token, { Status: 'INACTIVE' })).toMatchObject(
        refusal(403, 'RESTRICTED'),
      );
      expect(await admin('PATCH', path, { Status: 'INACTIVE' })).toMatchObject({ status: 200 });
      expect(await ask('GET', '/auth', lost.token)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      expect(await admin('PATCH', path, { Status: 'ACTIVE' })).toMatchObject(
        NOT_SUPPORTED('Status'),
      );
    });

    it('in the credentials of an account, unless they are sent back unchanged', async () => {
      const { id, email } = here.staff.USER;
      const path = `/organizations/users/${id}`;
      const change = (body: object) => admin('PATCH', path, { FirstName: 'Zoë', ...body });
      for (const [field, value] of [
        ['Email', newEmail()],
        ['PhoneNumber', '+4915112345699'],
        ['Password', 'Another-horse8'],
      ] as const) {
        expect(await change({ [field]: value })).toMatchObject(NOT_SUPPORTED(field));
      }
      expect(await admin('GET', path)).toMatchObject({ body: { Email: email, FirstName: '' } });
      const asItIs = { Email: email, PhoneNumber: '', Password: '' };
      expect(await change(asItIs)).toMatchObject({ status: 200 });
      expect(await admin('GET', path)).toMatchObject({ body: { Email: email, FirstName: 'Zoë' } });
    });

    it('in the expiry date of an account', async () => {
      const body = { Email: newEmail(), expireAt: '2030-01-01' };
      expect(await admin('POST', '/organizations/users', body)).toMatchObject(
        NOT_SUPPORTED('expireAt'),
      );
    });
  });

  it('create an account whose role is named in the audit log', async () => {
    const there = await newOrganisation(server);
    const { id, token } = there.staff.DFX_ORG_ADMIN;
    const body = { Email: newEmail(), Password: PASSWORD, RoleID: 'DFX_ORG_ADMIN' };
    const target = idOf(await ask('POST', '/organizations/users', token, body));
    expect(await server.app.audit.list({ organisationId: there.id, limit: 100 })).toMatchObject([
      { actor: `user:${id}`, action: 'user.create', target, details: 'Email, Password, RoleID' },
    ]);
  });

  describe('a request refused for lack of a role', () => {
    it('is in the audit log of the organisation, with actor, action and target', async () => {
      const there = await newOrganisation(server);
      const { USER: user, DFX_LEAD: lead, DFX_ORG_ADMIN: administrator } = there.staff;
      const person = `/organizations/users/${administrator.id}`;
      const tries = [
        ['PATCH', person, lead, { StatusID: 'SUSPENDED' }, 'user.update', administrator.id],
        ['PATCH', person, lead, { RoleID: 'USER' }, 'user.update', administrator.id],
        ['DELETE', person, lead, undefined, 'user.erase', administrator.id],
        ['DELETE', person, administrator, undefined, 'user.erase', administrator.id],
        ['PATCH', '/organizations', lead, { Name: 'Mine' }, 'organisation.update', there.id],
        ['DELETE', `/studies/${there.studyId}`, user, undefined, 'study.remove', there.studyId],
        [
          'DELETE',
          `/devices/${there.device.id}`,
          user,
          undefined,
          'device.remove',
          there.device.id,
        ],
        [
          'DELETE',
          `/organizations/${there.id}/measurements`,
          lead,
          undefined,
          'measurements.remove',
          there.id,
        ],
        ['POST', '/studies', user, { Name: 'Mine' }, 'study.create', ''],
      ] as const;
      for (const [method, path, by, body] of tries) {
        expect(await ask(method, path, by.token, body)).toMatchObject(refusal(403, 'RESTRICTED'));
      }
      const logged = await server.app.audit.list({ organisationId: there.id, limit: 100 });
      expect(
        logged.map(({ actor, action, target, outcome }) => [actor, action, target, outcome]),
      ).toEqual(
        expect.arrayContaining(
          tries.map(([, , by, , action, target]) => [
            `user:${by.id}`,
            action,
            target,
            'RESTRICTED',
          ]),
        ),
      );
      expect(logged).toHaveLength(tries.length);
    });

    it('is recorded only a few times per user and hour', async () => {
      const there = await newOrganisation(server);
      for (let count = 0; count < 20; count += 1) {
        const answer = await ask('POST', '/studies', there.staff.USER.token, { Name: 'Mine' });
        expect(answer).toMatchObject(refusal(403, 'RESTRICTED'));
      }
      const logged = await server.app.audit.list({ organisationId: there.id, limit: 100 });
      expect(logged).toHaveLength(5);
    });
  });

  describe('an optional field', () => {
    const none = { TokenExpiresIn: null, RefreshTokenExpiresIn: '' };

    it('may also be null or empty in a registration, a sign-in, an account and a measurement', async () => {
      const device = { DeviceTypeID: 'LINUX', Name: 'k', Identifier: 'k', Version: '1' };
      const body = { Key: here.licence.key, ...device, ...none, TokenSubject: null };
      const path = '/analysis/organizations/licenses';
      const { Token } = pairOf(await call(server, 'POST', path, { body }));
      const Email = newEmail();
      const nothing = { FirstName: null, PhoneNumber: null, Gender: '', HeightCm: null };
      expect(
        await ask('POST', '/users', Token, { Email, Password: PASSWORD, ...nothing }),
      ).toMatchObject({ status: 200 });
      const signIn = { Email, Password: PASSWORD, MFAToken: null, ...none };
      expect(await ask('POST', '/users/auth', Token, signIn)).toMatchObject({ status: 200 });
      const asked = { StudyID: here.studyId, Resolution: null, PartnerID: null, Mode: '' };
      const ID = idOf(await ask('POST', '/measurements', Token, asked));
      expect(await ask('GET', `/measurements/${ID}`, Token)).toMatchObject({
        body: { Resolution: 100, PartnerID: '', Mode: '' },
      });
      await ask('DELETE', '/organizations/licenses', Token);
    });

    it('may also be null or empty in a change of the organisation and a request for a phone code', async () => {
      const organisation = z.object({ Contact: z.string(), PasswordMinLength: z.int() });
      const before = organisation.parse((await admin('GET', '/organizations')).body);
      for (const nothing of [null, '']) {
        const change = { Contact: 'Jo', PasswordMinLength: nothing, OrgAddresses: nothing };
        expect(await admin('PATCH', '/organizations', change)).toMatchObject({
          body: { ...before, Contact: 'Jo' },
        });
        const phone = { PhoneNumber: '+4915112345601', Identifier: nothing };
        expect(await ask('POST', '/auths/users/code', '', phone)).toMatchObject({ status: 200 });
      }
    });

    it('is reported with its rule when it is invalid', async () => {
      const body = { Email: 'a@example.org', Password: PASSWORD, TokenExpiresIn: true };
      expect(await ask('POST', '/users/auth', here.device.token, body)).toMatchObject({
        body: { Errors: { TokenExpiresIn: [['VALID_PROPERTIES', [expect.stringMatching('60')]]] } },
      });
      const born = { Email: newEmail(), Password: PASSWORD, DateOfBirth: '1990-02-30' };
      expect(await ask('POST', '/users', here.device.token, born)).toMatchObject({
        body: { Errors: { DateOfBirth: [['VALID_PROPERTIES', ['a day as yyyy-mm-dd']]] } },
      });
      const unborn = { ...born, DateOfBirth: '2999-01-01' };
      expect(await ask('POST', '/users', here.device.token, unborn)).toMatchObject({
        status: 400,
        body: {
          Errors: { DateOfBirth: [['VALID_PROPERTIES', ['a day that is not in the future']]] },
        },
      });
      const wrong = { Name: 's', Status: 'GONE' };
      expect(await admin('PATCH', `/devices/${here.device.id}`, wrong)).toMatchObject({
        body: { Errors: { Status: [['VALUES', ['ACTIVE', 'INACTIVE']]] } },
      });
    });

    it('of a consent is on_behalf, which defaults to false', async () => {
      const consent = {
        description: '',
        data_controller: { company: 'c', contact: '', email: '' },
        purposes: [{ authorized: true, purpose: 'healthDataProcessing', description: '' }],
        policy_url: '/p',
        policy_version: '1',
        collection_mode: 'API',
      };
      const { token } = await registerDevice(server, here.licence.key, 'consenting');
      const given = { success: true, data_controller: { company: 'c', on_behalf: false } };
      for (const method of ['POST', 'PATCH']) {
        expect(await ask(method, '/consents', token, consent)).toMatchObject({
          status: 200,
          body: given,
        });
      }
    });
  });

  it('request a login code by either method, and see whether anonymous measuring is allowed', async () => {
    const body = { PhoneNumber: '+4915112345678', Identifier: here.identifier };
    for (const method of ['POST', 'PATCH']) {
      expect(await call(server, method, '/analysis/auths/users/code', { body })).toMatchObject({
        status: 200,
        body: { success: true },
      });
    }
    expect(await call(server, 'GET', '/analysis/status')).toMatchObject({
      body: { AllowAnonymous: true },
    });
    expect(await call(server, 'OPTIONS', '/analysis/status')).toMatchObject({ status: 204 });
  });

  it('delete all measurements of a user, also those made without consent to storage', async () => {
    const { id, token } = here.staff.USER;
    const measured = await measure(server, token, { StudyID: here.studyId });
    const others = await measure(server, here.device.token, { StudyID: here.studyId });
    const answer = await admin('DELETE', `/users/${id}/measurements`);
    expect(answer).toMatchObject({ status: 200, body: { Count: 1 } });
    const found = (one: string) => admin('GET', `/organizations/measurements/${one}`);
    expect(await found(measured)).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect((await found(others)).status).toBe(200);
  });

  describe('lists', () => {
    it('are sorted as requested, and refuse unknown sort fields', async () => {
      const { token } = await registerDevice(server, here.licence.key, 'sorting');
      const made = new Map<string, string>();
      for (const Name of ['b', 'c', 'a']) {
        made.set(Name, idOf(await ask('POST', '/users/profiles', token, { Name, Email: '' })));
      }
      const named = (names: string) => Array.from(names, (name) => made.get(name));
      const list = (query: string) => ask('GET', `/users/profiles?${query}`, token);
      expect(idsOf(await list('SortBy=name&SortOrder='))).toEqual(named('abc'));
      expect(idsOf(await list('SortBy=Name&SortOrder=desc'))).toEqual(named('cba'));
      expect(idsOf(await list('SortBy=Name&Limit=1&Offset=1'))).toEqual(named('b'));
      for (const path of ['/users/profiles', '/studies']) {
        expect(await ask('GET', `${path}?SortBy=Mood`, token)).toMatchObject({
          ...refusal(400, 'VALIDATION_ERROR'),
          body: { Errors: { SortBy: [['VALUES', expect.arrayContaining(['Created', 'Name'])]] } },
        });
      }
      expect(await admin('GET', '/devices?SortBy=Name&SortOrder=ASC')).toMatchObject({
        status: 200,
      });
      expect(await admin('GET', '/licenses/organization?SortBy=x')).toMatchObject(
        refusal(400, 'VALIDATION_ERROR'),
      );
    });

    it('accept filters in any case, e-mail addresses with an unescaped +, and a region', async () => {
      const Email = `jo+lab-${newEmail()}`;
      const ID = idOf(await admin('POST', '/organizations/users', { Email, RoleID: 'USER' }));
      const users = async (query: string) =>
        idsOf(await admin('GET', `/organizations/users?${query}`));
      expect(await users(`UserName=${Email}`)).toEqual([ID]);
      expect(await users(`Username=${encodeURIComponent(Email.toUpperCase())}`)).toEqual([ID]);
      expect(await users('StatusID=active&RoleID=user&Limit=1000')).toContain(ID);
      expect(await users('Region=na-east')).toEqual([]);
      expect(await users('Region=local')).toContain(ID);
    });

    it.each([
      'Limit=-1',
      'Limit=1e2',
      'Limit=0x10',
      'Limit=1001',
      'Limit=1&Limit=2',
      'Offset=-1',
      'Offset=1.5',
      'Date=2026-02-31',
      'Date=05-11-2026',
      'Date=1795340265',
      'EndDate=yesterday',
    ])('refuse %s and name the parameter', async (query) => {
      const answer = await ask('GET', `/measurements?${query}`, here.device.token);
      expect(answer).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
      expect(answer.body).toHaveProperty(['Errors', query.split('=')[0] ?? '']);
    });
  });
});
