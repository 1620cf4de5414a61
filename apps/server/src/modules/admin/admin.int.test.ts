// SPDX-License-Identifier: Apache-2.0
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import { ADMIN_HEADER, ADMINISTRATOR_HEADER } from '@perfuse/contract/admin/session';
import { adminConfigurationSchema } from '@perfuse/contract/admin/configurations';
import { organisationAnswer, organisationListAnswer } from '@perfuse/contract/admin/organisations';
import { auditAnswer, type AuditEntry } from '@perfuse/contract/admin/audit';
import { createdKeyAnswer, createdLicenceAnswer, keysAnswer } from '@perfuse/contract/admin/keys';
import { usageAnswer } from '@perfuse/contract/admin/usage';
import { deliveriesAnswer, webhookSecretsAnswer } from '@perfuse/contract/admin/webhooks';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, cookieOf, guest, openMeasurement, type Answer } from '@perfuse/testing/client';
import {
  licenceRegistration,
  newOrganisation,
  organisationSignIn,
} from '../../testing/organisation.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

const PASSWORD = 'Correct-horse-9';
/** Message for an address of a private network. */
const PRIVATE = /Private addresses need/;
/** A text file that is declared a picture. */
const NO_PICTURE = 'data:image/png;base64,bm8gcGljdHVyZQ==';
const HEADERS = { [ADMIN_HEADER.name]: ADMIN_HEADER.value };
let count = 0;
const newEmail = (): string => `admin-${String((count += 1))}@perfuse.example`;
const newIdentifier = (): string => `org-${String((count += 1))}`;

describe('the administration', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({
      environment: { PERFUSE_ATTEMPTS_ACCOUNT: '2', PERFUSE_RATE_STRICT: '10000' },
    });
  });
  afterAll(() => server.stop());

  const administrators = () => server.app.accounts.administrators;
  const signIn = (email: string, password = PASSWORD): Promise<Answer> =>
    call(server, 'POST', '/admin/api/session', { headers: HEADERS, body: { email, password } });

  /** A signed-in administrator of the installation, or of one organisation. */
  async function administrator(organisationId: string | null = null) {
    const { id, email } = await administrators().add(newEmail(), PASSWORD, organisationId);
    const cookie = cookieOf(await signIn(email));
    const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
      call(server, method, `/admin/api${path}`, {
        headers: { ...HEADERS, cookie },
        body,
      });
    return { id, email, cookie, ask };
  }
  type Administrator = Awaited<ReturnType<typeof administrator>>;

  async function organisation({ ask }: Administrator) {
    const body = { identifier: newIdentifier(), name: 'Acme' };
    return organisationAnswer.parse((await ask('POST', '/organisations', body)).body);
  }
  async function auditOf({ ask }: Administrator, query = ''): Promise<readonly AuditEntry[]> {
    return auditAnswer.parse((await ask('GET', `/audit${query}`)).body).entries;
  }

  describe('signing in', () => {
    it('sets an HttpOnly, SameSite=Strict cookie for its own path', async () => {
      const { email } = await administrators().add(newEmail(), PASSWORD, null);
      const answer = await signIn(email.toUpperCase());
      expect(answer).toMatchObject({ status: 200, body: { administrator: { email } } });
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toMatch(/^perfuse_admin=[\w-]{43}; Path=\/admin; HttpOnly; SameSite=Strict$/);
    });

    it('gives a wrong password and an unknown name the same answer and the same lockout', async () => {
      const { email } = await administrators().add(newEmail(), PASSWORD, null);
      for (const name of [email, newEmail()]) {
        const answers = [
          await signIn(name, 'Wrong-horse-99'),
          await signIn(name, 'Wrong-horse-99'),
        ];
        expect(answers.map(({ body }) => body)).toEqual([
          expect.objectContaining({ Code: 'INVALID_USER' }),
          expect.objectContaining({ Code: 'INVALID_USER' }),
        ]);
        expect(await signIn(name)).toMatchObject({
          status: 429,
          body: { Code: 'TOO_MANY_ATTEMPTS', remainingLockoutDurationSec: 900 },
        });
      }
      await administrators().reset(await administrators().find(email), 'Another-horse-9');
      expect(await signIn(email, 'Another-horse-9')).toMatchObject({ status: 200 });
    });

    it('opens a session that ends on sign-out, password reset and removal of the administrator', async () => {
      const first = await administrator();
      expect(await first.ask('GET', '/session')).toMatchObject({ status: 200 });
      expect(await first.ask('DELETE', '/session')).toMatchObject({ status: 200 });
      expect(await first.ask('GET', '/session')).toMatchObject({ status: 401 });
      const second = await administrator();
      await administrators().reset(await administrators().find(second.id), 'Another-horse-9');
      expect(await second.ask('GET', '/session')).toMatchObject({ status: 401 });
      const third = await administrator();
      await administrators().remove(third.id);
      expect(await third.ask('GET', '/session')).toMatchObject({ status: 401 });
    });

    it('changes the password with the current one, and ends the other sessions', async () => {
      const one = await administrator();
      const other = cookieOf(await signIn(one.email));
      const change = (current: string, password: string) =>
        one.ask('POST', '/session/password', { current, password });
      expect(await change('Wrong-horse-99', 'Another-horse-9')).toMatchObject({ status: 401 });
      expect(await change(PASSWORD, 'Short-9')).toMatchObject({
        status: 400,
        body: { Errors: { password: [['PASSWORD_POLICY', ['minLength']]] } },
      });
      expect(await change(PASSWORD, 'Another-horse-9')).toMatchObject({ status: 200 });
      expect(await one.ask('GET', '/session')).toMatchObject({ status: 200 });
      const headers = { ...HEADERS, cookie: other };
      expect(await call(server, 'GET', '/admin/api/session', { headers })).toMatchObject({
        status: 401,
      });
    });
  });

  describe('access control', () => {
    it('refuses device tokens, and its own session is not accepted by other APIs', async () => {
      const { Token: token } = await guest(server);
      expect(
        await call(server, 'GET', '/admin/api/organisations', { token, headers: HEADERS }),
      ).toMatchObject({ status: 401, body: { Code: 'INVALID_TOKEN' } });
      const { cookie } = await administrator();
      const secret = cookie.split('=')[1] ?? '';
      expect(await call(server, 'GET', '/analysis/users', { token: secret })).toMatchObject({
        status: 401,
      });
    });

    it('refuses a request from a page rendered for another administrator, and keeps the session', async () => {
      const [one, other] = [await administrator(), await administrator()];
      const asked = (id: string) =>
        call(server, 'POST', '/admin/api/organisations', {
          headers: { ...HEADERS, cookie: other.cookie, [ADMINISTRATOR_HEADER]: id },
          body: { identifier: newIdentifier(), name: 'Of the other tab' },
        });
      const refused = await asked(one.id);
      expect(refused).toMatchObject({ status: 401, body: { Code: 'INVALID_TOKEN' } });
      expect(refused.headers.getSetCookie()).toEqual([]);
      expect(await asked(other.id)).toMatchObject({ status: 200 });
    });

    it('does not sign out an administrator other than the one the page was rendered for', async () => {
      const [one, other] = [await administrator(), await administrator()];
      const signOut = (id: string) =>
        call(server, 'DELETE', '/admin/api/session', {
          headers: { ...HEADERS, cookie: other.cookie, [ADMINISTRATOR_HEADER]: id },
        });
      const refused = await signOut(one.id);
      expect(refused).toMatchObject({ status: 401, body: { Code: 'INVALID_TOKEN' } });
      expect(refused.headers.getSetCookie()).toEqual([]);
      expect(await other.ask('GET', '/session')).toMatchObject({ status: 200 });
      expect(await signOut(other.id)).toMatchObject({ status: 200 });
      expect(await other.ask('GET', '/session')).toMatchObject({ status: 401 });
      expect(await signOut(one.id)).toMatchObject({ status: 200 });
    });

    it('refuses cross-site requests', async () => {
      const { cookie } = await administrator();
      const body = { identifier: newIdentifier(), name: 'Forged' };
      const forged: Record<string, string>[] = [
        { cookie },
        { ...HEADERS, cookie, origin: 'https://evil.example' },
        { ...HEADERS, cookie, origin: 'null' },
        { ...HEADERS, cookie, 'sec-fetch-site': 'cross-site' },
        { ...HEADERS, cookie, 'sec-fetch-site': 'same-site' },
      ];
      for (const headers of forged) {
        expect(
          await call(server, 'POST', '/admin/api/organisations', { headers, body }),
        ).toMatchObject({ status: 403, body: { Code: 'RESTRICTED' } });
      }
      const headers = {
        ...HEADERS,
        cookie,
        origin: server.origin,
        'sec-fetch-site': 'same-origin',
      };
      expect(
        await call(server, 'POST', '/admin/api/organisations', { headers, body }),
      ).toMatchObject({ status: 200 });
    });

    it('limits an organisation administrator to their own organisation', async () => {
      const all = await administrator();
      const own = await organisation(all);
      const foreign = await organisation(all);
      const configuration = { id: `${foreign.identifier}-web` };
      await all.ask('POST', `/organisations/${foreign.id}/configurations`, configuration);
      const key = createdKeyAnswer.parse(
        (await all.ask('POST', `/organisations/${foreign.id}/keys`, { purpose: 'launch' })).body,
      );
      const licence = createdLicenceAnswer.parse(
        (await all.ask('POST', `/organisations/${foreign.id}/licences`, { name: 'server' })).body,
      );
      const one = await administrator(own.id);
      const { organisations } = organisationListAnswer.parse(
        (await one.ask('GET', '/organisations')).body,
      );
      expect(organisations.map(({ id }) => id)).toEqual([own.id]);
      const missing = { status: 404, body: { Code: 'NOT_FOUND' } };
      const refused: [string, string, unknown?][] = [
        ['GET', `/organisations/${foreign.id}`],
        ['PATCH', `/organisations/${foreign.id}`, { name: 'Mine' }],
        ['GET', `/organisations/${foreign.id}/configurations`],
        ['POST', `/organisations/${foreign.id}/configurations`, { id: 'mine' }],
        ['PATCH', `/organisations/${own.id}/configurations/${configuration.id}`, { updatedAt: 0 }],
        ['DELETE', `/organisations/${own.id}/configurations/${configuration.id}`],
        ['GET', `/organisations/${foreign.id}/keys`],
        ['DELETE', `/organisations/${own.id}/keys/${key.id}`],
        ['POST', `/organisations/${foreign.id}/licences`, { name: 'mine' }],
        ['DELETE', `/organisations/${own.id}/licences/${licence.id}`],
        ['GET', `/organisations/${foreign.id}/usage`],
        ['GET', `/organisations/${foreign.id}/deliveries`],
        ['POST', `/organisations/${foreign.id}/webhook-secrets/show`],
        ['POST', `/organisations/${foreign.id}/webhook-secrets`, {}],
        ['GET', `/audit?organisation=${foreign.id}`],
      ];
      for (const [method, path, body] of refused) {
        expect(await one.ask(method, path, body), `${method} ${path}`).toMatchObject(missing);
      }
      expect(await all.ask('GET', `/organisations/${foreign.id}/keys`)).toMatchObject({
        body: {
          keys: [{ id: key.id, active: true }],
          licences: [{ id: licence.id, active: true }],
        },
      });
      expect(
        await one.ask('POST', '/organisations', { identifier: newIdentifier(), name: 'New' }),
      ).toMatchObject({ status: 403 });
      await one.ask('PATCH', `/organisations/${own.id}`, { contact: 'Jo' });
      const seen = await auditOf(one);
      expect(new Set(seen.map(({ organisationId }) => organisationId))).toEqual(new Set([own.id]));
    });
  });

  describe('changes', () => {
    it('sets up an organisation with details, study and branch, and refuses a taken identifier', async () => {
      const admin = await administrator();
      const made = await organisation(admin);
      expect(made.studies).toMatchObject([{ name: 'Vital signs' }]);
      const address = {
        Line1: '1 High Street',
        Line2: '',
        City: 'Leeds',
        State: '',
        Country: 'United Kingdom',
        PostalCode: 'LS1 1AA',
      };
      const path = `/organisations/${made.id}`;
      const logo = 'data:image/png;base64,iVBORw0KGgo=';
      expect(
        await admin.ask('PATCH', path, { addresses: [address], logo, email: 'P@ACME.example' }),
      ).toMatchObject({
        status: 200,
        body: { name: 'Acme', addresses: [address], logo, email: 'p@acme.example' },
      });
      for (const wrong of ['data:text/html,x', NO_PICTURE]) {
        expect(await admin.ask('PATCH', path, { logo: wrong })).toMatchObject({
          status: 400,
          body: { Errors: { logo: [['FORMAT', []]] } },
        });
      }
      expect(await admin.ask('POST', `${path}/branches`, { name: 'Leeds' })).toMatchObject({
        status: 200,
      });
      expect(await admin.ask('GET', path)).toMatchObject({
        body: { branches: [{ name: 'Leeds' }] },
      });
      const again = { identifier: made.identifier, name: 'Again' };
      expect(await admin.ask('POST', '/organisations', again)).toMatchObject({
        status: 400,
        body: { Errors: { identifier: [['UNIQUE', []]] } },
      });
    });

    it('refuses a name without a visible character', async () => {
      const admin = await administrator();
      const { id } = await organisation(admin);
      for (const path of [`/organisations/${id}/studies`, `/organisations/${id}/branches`]) {
        expect(await admin.ask('POST', path, { name: '\u200b' })).toMatchObject({
          status: 400,
          body: { Errors: { name: [['VALID_PROPERTIES', ['must have a visible character']]] } },
        });
      }
    });

    it('reports invalid settings by path and rule, and stores valid ones', async () => {
      const admin = await administrator();
      const { id, identifier } = await organisation(admin);
      const path = `/organisations/${id}/configurations`;
      const settings = {
        branding: { pageTitle: '', customCSSURL: 'http://acme.example/a.css' },
        resultPages: ['overall', 'tarot'],
        colour: 'red',
      };
      expect(await admin.ask('POST', path, { id: identifier, settings })).toMatchObject({
        status: 400,
        body: {
          Code: 'VALIDATION_ERROR',
          Errors: {
            'branding.pageTitle': [['MINIMUM', ['1']]],
            'branding.customCSSURL': [['VALID_PROPERTIES', [expect.stringContaining('https')]]],
            'resultPages.1': [['VALUES', expect.any(Array)]],
            settings: [['UNKNOWN_PROPERTIES', ['colour']]],
          },
        },
      });
      const good = { branding: { pageTitle: 'Acme' }, cameraAutoStart: true };
      const made = await admin.ask('POST', path, { id: identifier, settings: good });
      expect(made).toMatchObject({ status: 200, body: { id: identifier, settings: good } });
      const { updatedAt } = adminConfigurationSchema.parse(made.body);
      const changed = { branding: { pageTitle: 'Acme Health' } };
      expect(
        await admin.ask('PATCH', `${path}/${identifier}`, { updatedAt, settings: changed }),
      ).toMatchObject({ status: 200, body: { settings: changed } });
      const [entry] = await auditOf(admin, `?organisation=${id}&action=configuration`);
      expect(entry).toMatchObject({
        action: 'configuration.set',
        details: 'branding.pageTitle, cameraAutoStart',
      });
      expect(await admin.ask('DELETE', `${path}/${identifier}`)).toMatchObject({ status: 200 });
      expect(await admin.ask('GET', path)).toMatchObject({ body: { configurations: [] } });
    });

    it('reserves the id of a removed configuration for its organisation, even after that is removed', async () => {
      const operator = await administrator();
      const [one, other] = [await organisation(operator), await organisation(operator)];
      const id = newIdentifier();
      const create = ({ ask }: Administrator, organisationId: string) =>
        ask('POST', `/organisations/${organisationId}/configurations`, { id, settings: {} });
      const remove = () => operator.ask('DELETE', `/organisations/${one.id}/configurations/${id}`);
      const stranger = await administrator(other.id);
      await create(operator, one.id);
      const inUse = await create(stranger, other.id);
      expect(inUse).toMatchObject({ status: 400, body: { Errors: { id: [['UNIQUE', []]] } } });
      await remove();
      const afterwards = await create(stranger, other.id);
      expect([afterwards.status, afterwards.body]).toEqual([inUse.status, inUse.body]);
      expect(await create(operator, one.id)).toMatchObject({ status: 200 });
      await remove();
      await server.app.accounts.directory.removeOrganisation(one.id);
      expect(await create(stranger, other.id)).toMatchObject({ status: 400 });
    });

    it('refuses to change a configuration that was modified since it was read', async () => {
      const [admin, other] = [await administrator(), await administrator()];
      const { id, identifier, studies } = await organisation(admin);
      const path = `/organisations/${id}/configurations`;
      const made = adminConfigurationSchema.parse(
        (await admin.ask('POST', path, { id: identifier })).body,
      );
      const save = (by: Administrator, change: object) =>
        by.ask('PATCH', `${path}/${identifier}`, change);
      const { updatedAt } = made;
      const theirs = { branding: { pageTitle: 'Theirs' } };
      const saved = await save(other, { updatedAt, settings: theirs });
      const studyId = studies[0]?.id;
      for (const change of [{ settings: { language: 'de' } }, { studyId }]) {
        expect(await save(admin, { updatedAt, ...change })).toMatchObject({
          status: 409,
          body: { Code: 'CONFLICT' },
        });
      }
      expect(await save(admin, { settings: {} })).toMatchObject({
        status: 400,
        body: { Errors: { updatedAt: [['REQUIRED', []]] } },
      });
      expect(await admin.ask('GET', path)).toMatchObject({
        body: { configurations: [{ settings: theirs }] },
      });
      const both = { ...theirs, language: 'de' };
      const newer = adminConfigurationSchema.parse(saved.body);
      expect(await save(admin, { updatedAt: newer.updatedAt, settings: both })).toMatchObject({
        status: 200,
        body: { settings: both },
      });
    });

    it('assigns the oldest active study to a new configuration', async () => {
      const admin = await administrator();
      const { id, identifier, studies } = await organisation(admin);
      const path = `/organisations/${id}`;
      const next = await admin.ask('POST', `${path}/studies`, { name: 'Sleep' });
      const { id: nextId } = z.object({ id: z.string() }).parse(next.body);
      for (const study of studies) {
        await server.app.organisations.studies.update(id, study.id, { status: 'INACTIVE' });
      }
      const made = await admin.ask('POST', `${path}/configurations`, { id: identifier });
      expect(made).toMatchObject({ status: 200, body: { studyId: nextId } });
      const seen = organisationAnswer.parse((await admin.ask('GET', path)).body).studies;
      expect(seen).toMatchObject([{ active: false }, { id: nextId, active: true }]);
    });

    it('refuses an inactive study for a configuration, unless it already has that study', async () => {
      const admin = await administrator();
      const { id, identifier, studies } = await organisation(admin);
      const path = `/organisations/${id}`;
      const next = await admin.ask('POST', `${path}/studies`, { name: 'Sleep' });
      const { id: closed } = z.object({ id: z.string() }).parse(next.body);
      const made = await admin.ask('POST', `${path}/configurations`, { id: identifier });
      const { updatedAt, studyId } = adminConfigurationSchema.parse(made.body);
      await server.app.organisations.studies.update(id, closed, { status: 'INACTIVE' });
      const words = 'is inactive: it accepts no measurements';
      const refused = {
        status: 400,
        body: { Errors: { studyId: [['VALID_PROPERTIES', [words]]] } },
      };
      const own = `${path}/configurations/${identifier}`;
      expect(await admin.ask('PATCH', own, { updatedAt, studyId: closed })).toMatchObject(refused);
      const another = { id: `${identifier}-2`, studyId: closed };
      expect(await admin.ask('POST', `${path}/configurations`, another)).toMatchObject(refused);
      expect(studyId).toBe(studies[0]?.id);
      await server.app.organisations.studies.update(id, studyId, { status: 'INACTIVE' });
      const same = { updatedAt, studyId, settings: { language: 'de' } };
      expect(await admin.ask('PATCH', own, same)).toMatchObject({ status: 200 });
    });

    it('refuses a second study with the same name, also when two are created concurrently', async () => {
      const admin = await administrator();
      const [own, other] = [await organisation(admin), await organisation(admin)];
      const create = (id: string) =>
        admin.ask('POST', `/organisations/${id}/studies`, { name: 'Sleep' });
      const answers = await Promise.all([create(own.id), create(own.id)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      expect(await create(own.id)).toMatchObject({
        body: { Errors: { name: [['UNIQUE', []]] } },
      });
      expect(await create(other.id)).toMatchObject({ status: 200 });
    });

    it('reports that an organisation needs a study first, without naming a field', async () => {
      const admin = await administrator();
      const { id, identifier, studies } = await organisation(admin);
      for (const study of studies) await server.app.organisations.studies.remove(id, study.id);
      const answer = await admin.ask('POST', `/organisations/${id}/configurations`, {
        id: identifier,
      });
      const Message = expect.stringContaining('create one first') as unknown;
      expect(answer).toMatchObject({ status: 400, body: { Message } });
      expect(answer.body).not.toHaveProperty('Errors');
    });

    it('reports a study or branch of another organisation under the field name of the request', async () => {
      const admin = await administrator();
      const [own, other] = [await organisation(admin), await organisation(admin)];
      const [study] = other.studies;
      const path = `/organisations/${own.id}/configurations`;
      for (const [field, id] of [
        ['studyId', study?.id],
        ['branchId', 'nowhere'],
      ] as const) {
        const body = { id: own.identifier, [field]: id };
        expect(await admin.ask('POST', path, body)).toMatchObject({
          status: 400,
          body: { Errors: { [field]: [['VALUES', []]] } },
        });
      }
    });

    it('names the invalid member of a public key, or the key itself', async () => {
      const admin = await administrator();
      const { id } = await organisation(admin);
      const key = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) };
      const wrong = async (publicKey: object) => {
        const body = { purpose: 'launch', publicKey };
        const answer = await admin.ask('POST', `/organisations/${id}/keys/public`, body);
        return z.object({ Errors: z.record(z.string(), z.unknown()) }).parse(answer.body).Errors;
      };
      expect(Object.keys(await wrong({ ...key, d: 'secret' }))).toEqual(['key']);
      expect(Object.keys(await wrong({ ...key, x: 'short', y: 7 }))).toEqual(['x', 'y']);
      expect(Object.keys(await wrong({ ...key, kty: 'RSA' }))).toEqual(['kty']);
    });

    it('shows a private key and a licence key once, and revokes them', async () => {
      const admin = await administrator();
      const { id } = await organisation(admin);
      const path = `/organisations/${id}`;
      const key = createdKeyAnswer.parse(
        (await admin.ask('POST', `${path}/keys`, { purpose: 'launch', curve: 'Ed25519' })).body,
      );
      expect(key.privateKey).toContain('BEGIN PRIVATE KEY');
      const licence = createdLicenceAnswer.parse(
        (await admin.ask('POST', `${path}/licences`, { name: 'server' })).body,
      );
      const listed = await admin.ask('GET', `${path}/keys`);
      expect(JSON.stringify(listed.body)).not.toContain(licence.key);
      expect(keysAnswer.parse(listed.body)).toMatchObject({
        keys: [{ id: key.id, active: true }],
        licences: [{ id: licence.id, name: 'server', active: true }],
      });
      expect(
        await admin.ask('POST', `${path}/keys`, { purpose: 'results', curve: 'Ed25519' }),
      ).toMatchObject({ status: 400, body: { Errors: { key: [['VALUES', ['P-256']]] } } });
      await admin.ask('DELETE', `${path}/keys/${key.id}`);
      await admin.ask('DELETE', `${path}/licences/${licence.id}`);
      expect(keysAnswer.parse((await admin.ask('GET', `${path}/keys`)).body)).toMatchObject({
        keys: [{ active: false }],
        licences: [{ active: false }],
      });
    });

    it('does not let administrators revoke the visitor licence', async () => {
      const admin = await administrator();
      const { id, identifier } = await organisation(admin);
      const path = `/organisations/${id}`;
      await admin.ask('POST', `${path}/configurations`, { id: identifier, settings: {} });
      const visit = () => call(server, 'GET', `/api/config/${identifier}`);
      expect(await visit()).toMatchObject({ status: 200 });
      const { licences } = keysAnswer.parse((await admin.ask('GET', `${path}/keys`)).body);
      expect(licences).toMatchObject([{ kind: 'visitor', active: true }]);
      const licencePath = `${path}/licences/${licences[0]?.id ?? ''}`;
      for (const { ask } of [admin, await administrator(id)]) {
        expect(await ask('DELETE', licencePath)).toMatchObject({
          status: 403,
          body: { Code: 'RESTRICTED' },
        });
      }
      expect(await visit()).toMatchObject({ status: 200 });
    });

    it('does not overwrite what somebody else has saved in an organisation since it was read', async () => {
      const { ask, ...admin } = await administrator();
      const { id, updatedAt } = await organisation({ ask, ...admin });
      const save = (contact: string) =>
        ask('PATCH', `/organisations/${id}`, { contact, updatedAt });
      expect(await save('Dr. Ada')).toMatchObject({ status: 200 });
      expect(await save('Dr. Bo')).toMatchObject({ status: 409, body: { Code: 'CONFLICT' } });
      expect(await ask('GET', `/organisations/${id}`)).toMatchObject({
        body: { contact: 'Dr. Ada' },
      });
    });

    it('suspends an organisation: its tokens, sign-ins, licences and links stop until it is active again', async () => {
      const admin = await administrator();
      const { id, identifier, licence, device, staff } = await newOrganisation(server);
      const path = `/organisations/${id}`;
      await admin.ask('POST', `${path}/configurations`, { id: identifier, settings: {} });
      const visit = () => call(server, 'GET', `/api/config/${identifier}`);
      const visitor = launchedConfigurationSchema.parse((await visit()).body).deviceToken?.Token;
      const tokens = [device.token, staff.DFX_ORG_ADMIN.token, staff.USER.token, visitor ?? ''];
      const works = (token: string) =>
        call(server, 'GET', '/analysis/auth', { token }).then(({ status }) => status);
      const statuses = () => Promise.all(tokens.map(works));
      const doors = async () => [
        (await visit()).status,
        (await organisationSignIn(server, identifier, staff.DFX_ORG_ADMIN.email)).status,
        (await licenceRegistration(server, licence.key)).status,
      ];
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      const own = await administrator(id);
      expect(await own.ask('PATCH', path, { active: false })).toMatchObject({
        status: 403,
        body: { Code: 'RESTRICTED' },
      });
      expect(await doors()).toEqual([200, 200, 200]);

      const { database } = server.app.platform;
      const sessions = () =>
        database.selectFrom('token_families').where('organisation_id', '=', id);
      await database
        .updateTable('token_families')
        .set({ browser: 'Firefox' })
        .where('organisation_id', '=', id)
        .execute();
      const suspended = await admin.ask('PATCH', path, { active: false });
      expect(suspended).toMatchObject({ status: 200, body: { active: false } });
      expect(await statuses()).toEqual([401, 401, 401, 401]);
      expect(await sessions().select('browser').distinct().execute()).toEqual([{ browser: '' }]);
      expect(await doors()).toEqual([404, 401, 401]);
      // It can still be read and prepared.
      expect(await own.ask('GET', path)).toMatchObject({ status: 200, body: { active: false } });

      await admin.ask('PATCH', path, { active: true });
      expect(await doors()).toEqual([200, 200, 200]);
      expect(await statuses()).toEqual([401, 401, 401, 401]);
      const entries = await auditOf(admin, `?organisation=${id}&action=organisation.set`);
      expect(entries.map(({ details, outcome }) => [details, outcome])).toEqual([
        ['status', 'done'],
        ['status', 'done'],
        ['status', 'RESTRICTED'],
      ]);
    });

    it("does not suspend the installation's own organisation", async () => {
      const { ask } = await administrator();
      const { organisationId } = server.app.installation;
      expect(
        await ask('PATCH', `/organisations/${organisationId}`, { active: false }),
      ).toMatchObject({ status: 403, body: { Code: 'RESTRICTED' } });
      expect(await ask('GET', `/organisations/${organisationId}`)).toMatchObject({
        body: { active: true },
      });
    });

    it("records an organisation administrator's refused requests and a wrong password in the audit log", async () => {
      const operator = await administrator();
      const [own, other] = [await organisation(operator), await organisation(operator)];
      const { id, email, ask } = await administrator(own.id);
      await ask('PATCH', `/organisations/${other.id}`, { contact: 'Me' });
      await ask('POST', '/organisations', { identifier: newIdentifier(), name: 'Mine' });
      expect(await signIn(email, 'Wrong-horse-99')).toMatchObject({ status: 401 });
      await server.app.accounts.stop();
      const refused = await auditOf(operator, `?organisation=${own.id}&outcome=refused`);
      const noted = refused.map(({ actor, action, target, outcome }) => [
        actor,
        action,
        target,
        outcome,
      ]);
      const actor = `administrator:${id}`;
      expect(noted).toHaveLength(3);
      expect(noted).toEqual(
        expect.arrayContaining([
          [actor, 'organisation.open', other.id, 'NOT_FOUND'],
          [actor, 'organisation.create', '', 'RESTRICTED'],
          [actor, 'administrator.check', id, 'INVALID_USER'],
        ]),
      );
      // The other organisation cannot read any of it.
      expect(await auditOf(operator, `?organisation=${other.id}&outcome=refused`)).toEqual([]);
    });

    it('records every change, refused ones included, with its administrator and without secrets', async () => {
      const admin = await administrator();
      const { id, identifier } = await organisation(admin);
      const path = `/organisations/${id}`;
      await admin.ask('PATCH', path, { contact: 'Secretive Person' });
      await admin.ask('POST', `${path}/keys`, { purpose: 'launch' });
      await admin.ask('POST', `${path}/configurations`, { id: identifier });
      await admin.ask('POST', `${path}/configurations`, { id: identifier });
      const entries = await auditOf(admin, `?organisation=${id}`);
      const noted = entries.map(({ action, outcome }) => [action, outcome]);
      // Newest first; those of the same millisecond in any order.
      const times = entries.map(({ at }) => at);
      expect(times).toEqual([...times].sort((one, other) => other - one));
      expect(noted).toHaveLength(6);
      expect(noted).toEqual(
        expect.arrayContaining([
          ['configuration.create', 'VALIDATION_ERROR'],
          ['configuration.create', 'done'],
          ['key.create', 'done'],
          ['organisation.set', 'done'],
          ['study.create', 'done'],
          ['organisation.create', 'done'],
        ]),
      );
      expect(new Set(entries.map(({ actor }) => actor))).toEqual(
        new Set([`administrator:${admin.id}`]),
      );
      expect(JSON.stringify(entries)).not.toContain('Secretive');
      const change = entries.find(({ action }) => action === 'organisation.set');
      expect(change?.details).toBe('contact');
      const refused = await auditOf(admin, `?organisation=${id}&outcome=refused`);
      expect(refused).toHaveLength(1);
      const paged: AuditEntry[] = [];
      while (paged.length < entries.length) {
        const after = paged.map((entry) => `&after=${entry.id}`).at(-1) ?? '';
        paged.push(...(await auditOf(admin, `?organisation=${id}&limit=2${after}`)));
        // Entries added in the meantime do not shift the pages.
        await admin.ask('PATCH', path, { contact: `Contact ${String(paged.length)}` });
      }
      expect(paged).toEqual(entries);
      for (const of of [`?organisation=${id}`, '?']) {
        expect(await admin.ask('GET', `/audit${of}&after=unknown`)).toMatchObject({
          status: 400,
          body: { Errors: { after: [['VALUES', []]] } },
        });
      }
    });
  });

  it('filters the audit log by kind of actor', async () => {
    const admin = await administrator();
    const { id: organisationId } = await organisation(admin);
    const action = 'measurement.read';
    await server.app.audit.record({ actor: 'user:u1', action, target: 'm1', organisationId }, () =>
      Promise.resolve(),
    );
    expect(await auditOf(admin, `?organisation=${organisationId}&by=user`)).toMatchObject([
      { actor: 'user:u1', action: 'measurement.read' },
    ]);
  });

  it.each([
    ['encryptResults', { encryptResults: true }, /results key .* create one/],
    ['resultsCallbackApiUrl', { resultsCallbackApiUrl: 'https://192.168.7.1/results' }, PRIVATE],
    ['eventsWebhookEndpoint', { eventsWebhookEndpoint: 'https://[::1]/events' }, PRIVATE],
    ['eventsWebhookEndpoint', { eventsWebhookEndpoint: 'http://localhost:4400/events' }, PRIVATE],
    ['logo', { logo: NO_PICTURE }, /png or jpeg/],
    [
      'branding.measurementHeaderImage',
      { branding: { measurementHeaderImage: NO_PICTURE } },
      /png or jpeg/,
    ],
  ])(
    'refuses %s that would fail at a measurement, with a readable reason',
    async (name, settings, words) => {
      const admin = await administrator();
      const { id, identifier } = await organisation(admin);
      const path = `/organisations/${id}/configurations`;
      const refused = {
        status: 400,
        body: {
          Code: 'VALIDATION_ERROR',
          Errors: { [name]: [['VALID_PROPERTIES', [expect.stringMatching(words)]]] },
        },
      };
      expect(await admin.ask('POST', path, { id: identifier, settings })).toMatchObject(refused);
      const made = await admin.ask('POST', path, { id: identifier, settings: {} });
      const { updatedAt } = adminConfigurationSchema.parse(made.body);
      const update = await admin.ask('PATCH', `${path}/${identifier}`, { updatedAt, settings });
      expect(update).toMatchObject(refused);
    },
  );

  it('lists webhook deliveries, replays one, and rotates the secret with an overlap', async () => {
    const admin = await administrator();
    const { id, identifier } = await organisation(admin);
    const path = `/organisations/${id}`;
    // A host name that does not exist.
    const settings = { eventsWebhookEndpoint: 'https://hooks.invalid/events' };
    await admin.ask('POST', `${path}/configurations`, { id: identifier, settings });
    const opened = await call(server, 'GET', `/api/config/${identifier}`);
    const { sessionId, launchId } = launchedConfigurationSchema.parse(opened.body);
    const event = {
      timestamp: new Date().toISOString(),
      sessionId,
      sequence: 0,
      event: 'WMS_LOADED',
      severity: 'INFO',
      payload: {},
    };
    const told = await call(server, 'POST', `/api/webhook/${identifier}`, {
      headers: { [LAUNCH_HEADER]: launchId },
      body: event,
    });
    expect(told).toMatchObject({ status: 200, body: { stored: 1 } });
    const list = async () =>
      deliveriesAnswer.parse((await admin.ask('GET', `${path}/deliveries`)).body).deliveries;
    await expect.poll(async () => (await list())[0]?.failure ?? null).not.toBeNull();
    const [delivery] = await list();
    expect(delivery).toMatchObject({ event: 'WMS_LOADED', configId: identifier, tries: 1 });
    const replay = `${path}/deliveries/${delivery?.id ?? ''}/replay`;
    expect(await admin.ask('POST', replay)).toMatchObject({ status: 200 });
    await expect.poll(async () => (await list())[0]?.tries).toBe(1);
    const other = await organisation(admin);
    expect(
      await admin.ask('POST', replay.replace(id, other.id)),
      'of another organisation',
    ).toMatchObject({ status: 404 });

    const show = async () =>
      webhookSecretsAnswer.parse((await admin.ask('POST', `${path}/webhook-secrets/show`)).body)
        .secrets;
    const [first] = await show();
    await admin.ask('POST', `${path}/webhook-secrets`, { overlapHours: 1 });
    const after = await show();
    expect(after.map(({ secret }) => secret)).toContain(first?.secret);
    expect(after.map(({ endsAt }) => endsAt === null).sort()).toEqual([false, true]);
    const actions = (await auditOf(admin, `?organisation=${id}`)).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['delivery.replay', 'webhook-secret.show', 'webhook-secret.rotate']),
    );
  });

  it('lets the admin page frame the enterprise edition, and no site frame the admin page', async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${server.origin}${path}`)).headers.get('content-security-policy');
    expect(await policyOf('/admin')).toMatch(/frame-ancestors 'none'.*frame-src 'self'/);
    expect(await policyOf('/org/i/demo')).toContain("frame-ancestors 'self'");
    expect(await policyOf('/')).toMatch(/frame-ancestors 'none'(?!.*frame-src)/);
  });

  it('counts measurements by day and outcome', async () => {
    const admin = await administrator();
    const { Token } = await guest(server);
    const { organisationId } = server.app.installation;
    const ask = async () => {
      const answer = await admin.ask('GET', `/organisations/${organisationId}/usage?days=7`);
      return usageAnswer.parse(answer.body);
    };
    const before = await ask();
    await openMeasurement(server, Token);
    const after = await ask();
    expect(after.days).toHaveLength(7);
    expect(after.total.started).toBe(before.total.started + 1);
    expect(after.days.at(-1)?.started).toBe(after.total.started);
  });

  it('writes neither e-mail addresses nor tokens to the log', async () => {
    const { email, cookie, ask } = await administrator();
    await ask('GET', '/organisations');
    const log = server.log.join('\n');
    expect(log).not.toContain(email);
    expect(log).not.toContain(z.string().parse(cookie.split('=')[1]));
  });
});
