// SPDX-License-Identifier: Apache-2.0
import { createHash, randomUUID } from 'node:crypto';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { sdkConfigFileSchema } from '@perfuse/contract/analysis/schemas';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import { bodyLimitOf } from '@perfuse/contract/route';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, guest, openMeasurement, type Answer } from '@perfuse/testing/client';
import { refusal } from '@perfuse/testing/refusal';
import { giveConsent, person as newPerson } from '../../../testing/people.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';

const MINUTE = 60_000;

const read = <S extends z.ZodMiniType>(schema: S, answer: Answer): z.output<S> =>
  schema.parse(answer.body);

describe('the REST interface of the analysis service', () => {
  let server: TestServer;
  let token: string;
  let away = 0;
  const get = (path: string, own = token) =>
    call(server, 'GET', `/analysis${path}`, { token: own });
  const post = (path: string, body: unknown, own = token) =>
    call(server, 'POST', `/analysis${path}`, { token: own, body });
  const remove = (path: string, own = token) =>
    call(server, 'DELETE', `/analysis${path}`, { token: own });

  const device = {
    DeviceTypeID: 'LINUX',
    Name: 'test',
    Identifier: 'test-1',
    Version: '1.0.0',
  };
  const register = (body: Record<string, unknown> = {}) =>
    call(server, 'POST', '/analysis/organizations/licenses', {
      body: { Key: server.app.installation.demoLicenceKey, ...device, ...body },
    });

  beforeAll(async () => {
    server = await startServer({
      now: () => Date.now() + away,
      environment: { PERFUSE_RATE_STRICT: '100000' },
    });
    token = (await guest(server)).Token;
  });
  afterAll(() => server.stop());

  describe('answers', () => {
    it('its status to anybody', async () => {
      const answer = await call(server, 'GET', '/analysis/status');
      expect(answer).toMatchObject({ status: 200, body: { StatusID: 'ACTIVE' } });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    it('404 in the general error format for an unknown path', async () => {
      const withSlash = [
        '/status/',
        '/measurements/',
        '/studies/',
        '/users/profiles/',
        '/devices/',
      ];
      for (const path of ['/nothing', '/measurements/x/y/z', ...withSlash]) {
        const answer = await get(path);
        expect(answer, path).toMatchObject(refusal(404, 'NOT_FOUND'));
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
      expect(await call(server, 'PATCH', '/analysis/status')).toMatchObject(
        refusal(404, 'NOT_FOUND'),
      );
    });

    it.each(
      Object.values(ANALYSIS_ROUTES).filter(({ authentication }) => authentication !== 'public'),
    )('401 to $method $path without a token or with a bad one', async ({ method, path }) => {
      const address = `/analysis${path.replaceAll(/:\w+/g, '1')}`;
      const without = await call(server, method, address);
      const bad = await call(server, method, address, { token: 'not.a.token' });
      expect(without).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      expect(bad).toMatchObject(refusal(401, 'INVALID_TOKEN'));
    });
  });

  describe('refuses', () => {
    const raw = async (
      body: string,
      type = 'application/json',
      headers: Readonly<Record<string, string>> = {},
    ) => {
      const response = await fetch(`${server.origin}/analysis/measurements`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
        body,
      });
      return { status: response.status, body: (await response.json()) as unknown };
    };

    it('a body that is not JSON', async () => {
      expect(await raw('{"StudyID":')).toMatchObject(refusal(400, 'BAD_REQUEST'));
    });
    it('another media type', async () => {
      expect(await raw('<a/>', 'application/xml')).toMatchObject(
        refusal(415, 'UNSUPPORTED_MEDIA_TYPE'),
      );
    });
    it.each(['gzip', 'br', 'deflate'])('a body with the content encoding %s', async (encoding) => {
      const answer = await raw('{}', 'application/json', { 'content-encoding': encoding });
      expect(answer).toMatchObject(refusal(415, 'UNSUPPORTED_MEDIA_TYPE'));
    });
    it('a body over the limit of its route', async () => {
      const limit = bodyLimitOf(ANALYSIS_ROUTES.createMeasurement);
      expect(await raw(`"${'x'.repeat(limit)}"`)).toMatchObject(refusal(413, 'PAYLOAD_TOO_LARGE'));
    });
    it('a missing field, by its name and rule', async () => {
      const answer = await post('/measurements', { Resolution: 0 });
      expect(answer).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
      expect(answer.body).toMatchObject({ Errors: { StudyID: [['REQUIRED', []]] } });
    });
    it('a text over its limit, by its name and rule, without echoing it', async () => {
      const answer = await register({ Version: 'v'.repeat(21) });
      expect(answer).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
      expect(answer.body).toMatchObject({ Errors: { Version: [['MAXIMUM', ['20']]] } });
      expect(JSON.stringify(answer.body)).not.toContain('vvv');
    });
    it('a list filter that is not a number', async () => {
      const answer = await get('/measurements?Limit=many');
      expect(answer).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
      expect(answer.body).toMatchObject({ Errors: { Limit: expect.anything() as unknown } });
    });
    it('an id with a path in it', async () => {
      expect(await get('/measurements/..%2F..%2Fetc')).toMatchObject(
        refusal(400, 'VALIDATION_ERROR'),
      );
    });
  });

  describe('licences and tokens', () => {
    const pair = z.object({ Token: z.string(), RefreshToken: z.string(), DeviceID: z.string() });
    const renew = (body: unknown, userAgent = 'own') =>
      call(server, 'POST', '/analysis/auths/renew', { body, headers: { 'user-agent': userAgent } });

    it('register a device with the demo key and describe its token', async () => {
      const { Token, DeviceID } = read(pair, await register());
      const info = await get('/auth', Token);
      expect(info).toMatchObject({
        status: 200,
        body: { ActiveLicense: true, DeviceID, Type: 'device', SessionGen: 1, iss: 'perfuse' },
      });
    });

    it('refuse a wrong key and a token bound to an address, which is not supported', async () => {
      expect(await register({ Key: 'prf-demo-0000' })).toMatchObject(
        refusal(401, 'INVALID_LICENSE'),
      );
      expect(await register({ TokenSubject: 'https://a.org' })).toMatchObject(
        refusal(400, 'VALIDATION_ERROR'),
      );
    });

    it('renew once: the old pair ends, the new one works', async () => {
      const old = read(pair, await register());
      const renewed = read(z.omit(pair, { DeviceID: true }), await renew(old));
      expect(await get('/auth', old.Token)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      expect(await get('/auth', renewed.Token)).toMatchObject({
        status: 200,
        body: { DeviceID: old.DeviceID, SessionGen: 2 },
      });
    });

    it('revoke the whole family when a refresh token is used by two clients', async () => {
      const old = read(pair, await register());
      const renewed = read(z.omit(pair, { DeviceID: true }), await renew(old));
      expect(await renew(old, 'other')).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      expect(await get('/auth', renewed.Token)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      expect(await renew(renewed)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
    });

    it('let one of two concurrent renewals win, and treat the other as theft', async () => {
      const old = read(pair, await register());
      const answers = await Promise.all([renew(old), renew(old, 'other')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    });

    it("refuse a refresh token with another family's access token", async () => {
      const [one, two] = [read(pair, await register()), read(pair, await register())];
      const mixed = await renew({ Token: one.Token, RefreshToken: two.RefreshToken });
      expect(mixed).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      expect(await get('/auth', two.Token)).toMatchObject({ status: 200 });
    });

    it('distinguish an expired token from an invalid one, and renew it', async () => {
      const short = read(pair, await register({ TokenExpiresIn: 60 }));
      expect(await get('/auth', short.Token)).toMatchObject({ status: 200 });
      away += MINUTE;
      expect(await get('/auth', short.Token)).toMatchObject(refusal(401, 'TOKEN_EXPIRED'));
      expect(await renew(short)).toMatchObject({ status: 200 });
    });

    it('do not renew with an expired refresh token', async () => {
      const short = read(pair, await register({ RefreshTokenExpiresIn: 60 }));
      away += MINUTE;
      expect(await renew(short)).toMatchObject(refusal(401, 'TOKEN_EXPIRED'));
    });

    it('refuse a token whose claims were changed', async () => {
      const { Token } = read(pair, await register());
      const [head = '', claims = '', signature = ''] = Token.split('.');
      const changed = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
      const forged = Buffer.from(JSON.stringify({ ...changed, DeviceID: 'x' })).toString(
        'base64url',
      );
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      for (const bad of [`${head}.${forged}.${signature}`, `${none}.${claims}.`]) {
        expect(await get('/auth', bad)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      }
    });

    it('end with the device', async () => {
      const given = read(pair, await register());
      expect(await remove('/organizations/licenses', given.Token)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await get('/auth', given.Token)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      expect(await renew(given)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
    });
  });

  describe('profiles', () => {
    const ids = z.array(z.object({ ID: z.string(), TotalCount: z.int() }));

    it('are created, read and listed by their own device only', async () => {
      const own = (await guest(server)).Token;
      const { ID } = read(
        z.object({ ID: z.string() }),
        await post('/users/profiles', { Name: 'Änne', Email: 'a@example.org' }, own),
      );
      expect(await get(`/users/profiles/${ID}`, own)).toMatchObject({
        status: 200,
        body: { ID, Name: 'Änne', Email: 'a@example.org', Status: 'ACTIVE', MeasurementCount: 0 },
      });
      expect(read(ids, await get('/users/profiles', own))).toEqual([{ ID, TotalCount: 1 }]);
      expect(await get(`/users/profiles/${ID}`)).toMatchObject(refusal(404, 'NOT_FOUND'));
      expect((await get('/users/profiles')).body).toEqual([]);
    });

    it('are filtered and paged, and ignore empty filters', async () => {
      const own = (await guest(server)).Token;
      for (const Name of ['a', 'b', 'c']) await post('/users/profiles', { Name, Email: '' }, own);
      const all = read(
        ids,
        await get('/users/profiles?UserProfileName=&Status=&Limit=&Offset=', own),
      );
      expect(all).toHaveLength(3);
      const page = read(ids, await get('/users/profiles?Limit=2&Offset=2', own));
      expect(page).toEqual([{ ...all[2], TotalCount: 3 }]);
      expect(read(ids, await get('/users/profiles?UserProfileName=b', own))).toHaveLength(1);
    });

    it('are limited to a thousand per user', async () => {
      const { Token } = await newPerson(server);
      const make = () => post('/users/profiles', { Name: 'Jo', Email: '' }, Token);
      const { ID } = read(z.object({ ID: z.string() }), await make());
      const { database } = server.app.platform;
      const row = await database
        .selectFrom('profiles')
        .selectAll()
        .where('id', '=', ID)
        .executeTakeFirstOrThrow();
      // One was created at the sign-in.
      const further = Array.from({ length: 998 }, () => ({ ...row, id: randomUUID() }));
      await database.insertInto('profiles').values(further).execute();
      const refused = await make();
      expect(refused).toMatchObject(refusal(429, 'RATE_LIMIT'));
      expect(refused.body).toMatchObject({ Message: 'A person has at most 1000 profiles.' });
      await call(server, 'DELETE', `/analysis/users/profiles/${ID}`, { token: Token });
      expect((await make()).status).toBe(200);
    });
  });

  describe('studies', () => {
    it('are those of the own organisation', async () => {
      const { studyId } = server.app.installation;
      const listed = await get('/studies?StatusID=&Name=');
      expect(listed.body).toMatchObject([{ ID: studyId, TotalCount: 1 }]);
      expect(await get(`/studies/${studyId}`)).toMatchObject({
        status: 200,
        body: { ID: studyId },
      });
      expect(await get('/studies/another')).toMatchObject(refusal(404, 'NOT_FOUND'));
      expect((await get('/studies?Name=nothing')).body).toEqual([]);
    });

    it('return their capture configuration, or 304 when the hash is current', async () => {
      const StudyID = server.app.installation.studyId;
      const ask = (MD5Hash: string) => post('/studies/sdkconfig', { StudyID, SDKID: '', MD5Hash });
      const first = read(z.object({ MD5Hash: z.string(), ConfigFile: z.string() }), await ask(''));
      const file = Buffer.from(first.ConfigFile, 'base64');
      expect(sdkConfigFileSchema.parse(JSON.parse(file.toString()))).toMatchObject({
        chunkCount: 6,
      });
      expect(createHash('md5').update(file).digest('hex')).toBe(first.MD5Hash);
      const current = await ask(first.MD5Hash);
      expect(current).toMatchObject({ status: 304, body: undefined });
      // The vendor's Python client parses JSON from every answer of that type.
      expect(current.headers.get('content-type')).toMatch('application/json');
      expect(await ask('stale')).toMatchObject({ status: 200 });
      expect(
        await post('/studies/sdkconfig', { StudyID: 'another', SDKID: '', MD5Hash: '' }),
      ).toMatchObject(refusal(404, 'NOT_FOUND'));
    });
  });

  describe('measurements', () => {
    const rows = z.array(
      z.object({ ID: z.string(), TotalCount: z.int(), UserProfileName: z.string() }),
    );

    it('need a study of the own organisation and a profile of the own device', async () => {
      const StudyID = server.app.installation.studyId;
      expect(await post('/measurements', { StudyID: 'another' })).toMatchObject(
        refusal(404, 'NOT_FOUND'),
      );
      const stranger = (await guest(server)).Token;
      const { ID } = read(
        z.object({ ID: z.string() }),
        await post('/users/profiles', { Name: 'x', Email: '' }, stranger),
      );
      expect(await post('/measurements', { StudyID, UserProfileID: ID })).toMatchObject(
        refusal(404, 'NOT_FOUND'),
      );
    });

    it('are stored only under a profile of the same guest or user', async () => {
      const StudyID = server.app.installation.studyId;
      const person = await newPerson(server);
      await giveConsent(server, person.Token);
      const found = z.array(z.object({ ID: z.string(), Name: z.string(), Email: z.string() }));
      // The user's was created at the sign-in, with the e-mail of the account.
      const [own] = read(found, await get('/users/profiles', person.Token));
      expect(own).toMatchObject({ Name: person.email, Email: person.email });
      const device = (await guest(server)).Token;
      const guests = { Name: 'guest', Email: 'guest' };
      const made = await post('/users/profiles', guests, device);
      const ofGuest = read(z.object({ ID: z.string() }), made).ID;
      const both = [
        { token: person.Token, id: own?.ID ?? '', other: ofGuest },
        { token: device, id: ofGuest, other: own?.ID ?? '' },
      ];
      for (const { token: whose, id, other } of both) {
        const body = { StudyID, Resolution: 0, UserProfileID: id };
        const { ID } = read(z.object({ ID: z.string() }), await post('/measurements', body, whose));
        expect(await get(`/measurements/${ID}`, whose)).toMatchObject({
          status: 200,
          body: { UserProfileID: id },
        });
        const row = await server.app.platform.database
          .selectFrom('measurements')
          .innerJoin('profiles', 'profiles.id', 'measurements.profile_id')
          .select([
            'measurements.user_id as person',
            'profiles.user_id as of',
            'measurements.device_id as device',
            'profiles.device_id as from',
          ])
          .where('measurements.id', '=', ID)
          .executeTakeFirstOrThrow();
        expect(row.of).toBe(row.person);
        if (row.person === null) expect(row.from).toBe(row.device);
        // Somebody else's profile is refused, and no measurement begins.
        const foreign = { ...body, UserProfileID: other };
        expect(await post('/measurements', foreign, whose)).toMatchObject(
          refusal(404, 'NOT_FOUND'),
        );
        expect(read(rows, await get('/measurements', whose)).map((one) => one.ID)).toEqual([ID]);
      }
    });

    it('are retrieved, listed and deleted by their own device only', async () => {
      const own = (await guest(server)).Token;
      const id = await openMeasurement(server, own);
      expect(await get(`/measurements/${id}?ExpandResults=true`, own)).toMatchObject({
        status: 200,
        body: { ID: id, StatusID: 'CAPTURING', Results: {}, DataSizeBytes: 0, Resolution: 0 },
      });
      expect(await get(`/measurements/${id}/results/0`, own)).toMatchObject({
        status: 200,
        body: {},
      });
      for (const address of [`/measurements/${id}`, `/measurements/${id}/results/0`]) {
        expect(await get(address)).toMatchObject(refusal(404, 'NOT_FOUND'));
      }
      expect(await remove(`/measurements/${id}`)).toMatchObject(refusal(404, 'NOT_FOUND'));
      expect(await remove(`/measurements/${id}`, own)).toMatchObject({ status: 200 });
      expect(await remove(`/measurements/${id}`, own)).toMatchObject(refusal(404, 'NOT_FOUND'));
    });

    it('are filtered, and ignore empty filters', async () => {
      const own = (await guest(server)).Token;
      const profile = read(
        z.object({ ID: z.string() }),
        await post('/users/profiles', { Name: 'Ben', Email: '' }, own),
      ).ID;
      const StudyID = server.app.installation.studyId;
      const ids: string[] = [];
      for (const extra of [{ UserProfileID: profile }, { PartnerID: 'p1' }, { Mode: 'DISCRETE' }]) {
        const answer = await post('/measurements', { StudyID, ...extra }, own);
        ids.push(read(z.object({ ID: z.string() }), answer).ID);
      }
      const list = async (query: string) => read(rows, await get(`/measurements?${query}`, own));
      const every =
        'Date=&EndDate=&UserProfileID=&UserProfileName=&StudyID=&StatusID=&PartnerID=&Mode=&Limit=&Offset=';
      expect((await list(every)).map(({ ID }) => ID).sort()).toEqual([...ids].sort());
      expect(await list('UserProfileName=Ben')).toEqual([
        { ID: ids[0], TotalCount: 1, UserProfileName: 'Ben' },
      ]);
      expect((await list('PartnerID=p1')).map(({ ID }) => ID)).toEqual([ids[1]]);
      expect((await list('Mode=DISCRETE')).map(({ ID }) => ID)).toEqual([ids[2]]);
      expect(await list('StatusID=COMPLETE')).toEqual([]);
      expect(await list('Date=2100-01-01')).toEqual([]);
      expect(await list('EndDate=2100-01-01&Date=2000-01-01')).toHaveLength(3);
      expect(await list(`DeviceID=another`)).toEqual([]);
      expect((await list('Limit=1&Offset=1'))[0]?.TotalCount).toBe(3);
      expect((await list('SortBy=Created&SortOrder=ASC')).at(-1)?.TotalCount).toBe(3);
      expect(await get('/measurements?SortBy=secret', own)).toMatchObject(
        refusal(400, 'VALIDATION_ERROR'),
      );
      expect(await get('/measurements?Date=yesterday', own)).toMatchObject(
        refusal(400, 'VALIDATION_ERROR'),
      );
    });

    it('have a limit of open ones, and deleting one makes room', async () => {
      const own = (await guest(server)).Token;
      const open: string[] = [];
      for (let n = 0; n < ANALYSIS_LIMITS.maxOpenMeasurementsPerToken; n += 1) {
        open.push(await openMeasurement(server, own));
      }
      const StudyID = server.app.installation.studyId;
      const refused = await post('/measurements', { StudyID }, own);
      expect(refused).toMatchObject(refusal(429, 'RATE_LIMIT'));
      expect(refused.headers.has('retry-after')).toBe(false);
      const path = `/analysis/measurements/${open[0] ?? ''}`;
      expect((await call(server, 'DELETE', path, { token: own })).status).toBe(200);
      expect((await post('/measurements', { StudyID }, own)).status).toBe(200);
    });
  });
});
