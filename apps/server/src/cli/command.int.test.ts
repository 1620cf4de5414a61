// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { importPKCS8, importJWK, jwtVerify, SignJWT } from 'jose';
import { personalDataSchema } from '@perfuse/contract/account/history';
import { DEFAULT_PASSWORD_POLICY } from '@perfuse/contract/account/password';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '@perfuse/testing/client';
import { done, refused, runCommand, type CommandOptions } from '../testing/command.ts';
import {
  giveConsent,
  linkIn,
  measure,
  newEmail,
  pairOf,
  PASSWORD,
  person,
  signIn,
} from '../testing/people.ts';
import { stepOf, twoStepPerson } from '../testing/second-factor.ts';
import { startServer, temporaryFolder, type TestServer } from '../testing/server.ts';

const withId = z.object({ id: z.string() });
const messages = z.array(z.object({ recipient: z.string(), body: z.string(), state: z.string() }));
const refusedSignIn = { status: 401, body: { code: 'INVALID_USER' } };

describe('the command line beside a running server', () => {
  let server: TestServer;
  let here: CommandOptions;
  /** With a public address for links. */
  let outside: CommandOptions;
  beforeAll(async () => {
    server = await startServer({ environment: { PERFUSE_ATTEMPTS_ACCOUNT: '2' } });
    here = { directory: server.directory };
    outside = { ...here, environment: { PERFUSE_PUBLIC_URL: 'https://perfuse.example' } };
    await done(withId, ['organisation', 'create', 'acme', '--name', 'Acme'], here);
    await done(z.unknown(), ['access-code', 'create', 'acme-1', '-o', 'acme'], here);
  });
  afterAll(() => server.stop());

  const inAcme = (email: string, password = PASSWORD) => signIn(server, email, password, 'ACME-1');
  async function newPerson(): Promise<string> {
    const email = newEmail();
    const words = ['user', 'create', '-o', 'acme', '--email', email, '--password-stdin'];
    await done(withId, words, { ...here, input: `${PASSWORD}\n` });
    return email;
  }

  /**
   * Whether the bytes of the database contain a text. Read by another process: closing a file drops every lock
   * that this process, which runs the server, holds on it.
   */
  async function isStored(text: string): Promise<boolean> {
    const file = path.join(server.directory, 'perfuse.sqlite');
    const program = `process.stdout.write(String(fs.readFileSync(${JSON.stringify(file)}).includes(${JSON.stringify(text)})))`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
    return z.enum(['true', 'false']).parse(stdout) === 'true';
  }

  it('creates an organisation, an access code and a user who can sign in immediately', async () => {
    const email = await newPerson();
    expect(await inAcme(email)).toMatchObject({ status: 200 });
    expect(await signIn(server, email)).toMatchObject(refusedSignIn);
  });

  it('generates a password that the policy accepts and prints it once', async () => {
    const email = newEmail();
    const words = ['user', 'create', '-o', 'acme', '--email', email, '--generate-password'];
    const { password } = await done(z.object({ password: z.string() }), words, here);
    expect(await inAcme(email, password)).toMatchObject({ status: 200 });
    const shown = await runCommand(['user', 'show', email, '-o', 'acme', '--json'], here);
    expect(shown.output).toContain(email);
    expect(shown.output).not.toContain(password);
    expect(shown.output).not.toContain('argon2');
  });

  it('locks a user out of every session, and unlocks them, also after wrong passwords', async () => {
    const email = await newPerson();
    const { Token: token } = pairOf(await inAcme(email));
    const ask = () => call(server, 'GET', '/analysis/users', { token });
    expect(await ask()).toMatchObject({ status: 200 });
    await done(withId, ['user', 'lock', email, '-o', 'acme'], here);
    expect(await ask()).toMatchObject({ status: 401, body: { Code: 'ERR_SESSION_EXPIRED' } });
    expect(await inAcme(email)).toMatchObject(refusedSignIn);
    await inAcme(email, 'Wrong-horse7');
    expect(await inAcme(email)).toMatchObject({ status: 429 });
    await done(withId, ['user', 'unlock', email, '-o', 'acme'], here);
    expect(await inAcme(email)).toMatchObject({ status: 200 });
  });

  it('removes a lost second factor: the password alone is enough again, and the user is notified', async () => {
    const { email } = await twoStepPerson(server);
    const remove = ['user', 'remove-second-factor', email, '--yes'];
    expect(stepOf(await signIn(server, email))).not.toBe('');
    const removal = z.object({ id: z.string(), removed: z.boolean() });
    const { id, removed } = await done(removal, remove, here);
    expect(removed).toBe(true);
    expect(pairOf(await signIn(server, email)).Token).not.toBe('');
    const shown = await runCommand(['outbox', 'show', '--to', email, '--json'], here);
    expect(shown.output).toContain('was turned off');
    const { output } = await runCommand(['audit', 'list', '--json'], here);
    expect(output).toContain('user.remove-second-factor');
    expect(output).toContain(id);
    expect(await done(removal, remove, here)).toEqual({ id, removed: false });
    expect(
      await refused(['user', 'remove-second-factor', 'nobody@example.org', '--yes'], here),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('shows the reset mail that a user requested, whose link works once', async () => {
    const { email } = await person(server);
    await call(server, 'POST', '/api/resetPass', { body: { email } });
    const read = () => done(messages, ['outbox', 'list', '--to', email], here);
    await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
    const reset = (await read()).find((message) => linkIn(message) !== '');
    const body = { token: linkIn(reset ?? { body: '' }), password: 'Another-horse8' };
    const complete = () => call(server, 'POST', '/api/resetPass/complete', { body });
    expect(await complete()).toMatchObject({ status: 200 });
    expect(await complete()).toMatchObject({ status: 400 });
    expect(await signIn(server, email, 'Another-horse8')).toMatchObject({ status: 200 });
  });

  it('prints a password reset link, or mails it', async () => {
    const email = await newPerson();
    const reset = ['user', 'reset-password', email, '-o', 'acme'];
    const printed = await done(z.object({ link: z.string() }), [...reset, '--print'], outside);
    expect(printed.link).toMatch(/^https:\/\/perfuse\.example\/reset#[\w-]{43}$/);
    await done(z.object({ mailed: z.literal(true) }), reset, here);
    const [mail] = await done(messages, ['outbox', 'list', '--to', email], here);
    const complete = (token: string) =>
      call(server, 'POST', '/api/resetPass/complete', {
        body: { token, password: 'Another-horse8' },
      });
    // The mailed link is the later one.
    expect(await complete(linkIn({ body: printed.link }))).toMatchObject({ status: 400 });
    expect(await complete(linkIn(mail ?? { body: '' }))).toMatchObject({ status: 200 });
  });

  it("exports a user's data into a file that only its owner can read, then erases the user", async () => {
    const { email, Token: token } = await person(server);
    await giveConsent(server, token);
    const measurement = await measure(server, token);
    const file = path.join(server.directory, 'export.json');
    const { id } = await done(withId, ['user', 'export', email, '--out', file], here);
    const data = personalDataSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    expect(data).toMatchObject({ account: { Email: email }, measurements: [{ ID: measurement }] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(file, 'another file');
    expect(await refused(['user', 'export', email, '--out', file], here)).toMatchObject({
      message: `${file} already exists.`,
      exit: 3,
    });
    expect(await readFile(file, 'utf8')).toBe('another file');

    expect(await refused(['user', 'erase', email], here)).toMatchObject({ code: 'USAGE', exit: 2 });
    expect(await signIn(server, email)).toMatchObject({ status: 200 });
    await done(withId, ['user', 'erase', email, '--yes'], here);
    expect(await signIn(server, email)).toMatchObject(refusedSignIn);
    expect(await call(server, 'GET', '/analysis/users', { token })).toMatchObject({ status: 401 });
    expect(await refused(['user', 'export', id], here)).toMatchObject({
      code: 'NOT_FOUND',
      exit: 3,
    });
    expect(await isStored(email)).toBe(false);
  });

  it('refuses to revoke the last results key of a configuration that encrypts results', async () => {
    const organisation = ['organisation', 'create', 'sealed', '--name', 'Sealed'];
    await done(z.unknown(), organisation, here);
    const key = async () =>
      (await done(withId, ['key', 'create', '-o', 'sealed', '--purpose', 'results'], here)).id;
    const first = await key();
    const create = ['configuration', 'create', 'acme-sealed', '-o', 'sealed'];
    await done(z.unknown(), [...create, '--set', 'encryptResults=true'], here);
    expect(await refused(['key', 'revoke', first], here)).toMatchObject({
      code: 'RESTRICTED',
      message: expect.stringContaining('acme-sealed') as unknown,
    });
    const second = await key();
    await done(z.unknown(), ['key', 'revoke', first], here);
    await done(
      z.unknown(),
      ['configuration', 'set', 'acme-sealed', '--set', 'encryptResults=false'],
      here,
    );
    await done(z.unknown(), ['key', 'revoke', second], here);
  });

  it('stores valid settings of a configuration, and refuses others by path and rule', async () => {
    const create = ['configuration', 'create', 'acme-web', '-o', 'acme'];
    const settings = { branding: { pageTitle: 'Acme' }, resultPages: ['tarot'] };
    const bad = { ...here, input: JSON.stringify(settings) };
    expect(await refused([...create, '--settings', '-'], bad)).toMatchObject({
      code: 'VALIDATION_ERROR',
      exit: 3,
      fields: { 'resultPages.0': [['VALUES', expect.arrayContaining(['overall'])]] },
    });
    const made = z.object({ link: z.string(), settings: z.unknown() });
    const good = { ...here, input: JSON.stringify({ ...settings, resultPages: ['overall'] }) };
    const words = [...create, '--settings', '-', '--set', 'cameraAutoStart=true'];
    expect(await done(made, words, good)).toEqual({
      link: expect.stringMatching(/\/org\/i\/acme-web$/) as unknown,
      settings: { ...settings, resultPages: ['overall'], cameraAutoStart: true },
    });
    expect(await refused(create, here)).toMatchObject({ fields: { id: [['UNIQUE', []]] } });
    const wrong = { eventsWebhookEndpoint: 'https://10.0.0.1/events', encryptResults: 'true' };
    for (const [name, value] of Object.entries(wrong)) {
      const words = ['configuration', 'set', 'acme-web', '--set', `${name}=${value}`];
      expect(await refused(words, here), 'fails at a measurement').toMatchObject({
        code: 'VALIDATION_ERROR',
        fields: { [name]: [['VALID_PROPERTIES', [expect.any(String)]]] },
      });
    }
    const set = ['configuration', 'set', 'acme-web', '--set', 'resultPages='];
    expect(await done(made, [...set, '--set', 'branding.pageTitle=A b'], here)).toMatchObject({
      settings: { branding: { pageTitle: 'A b' }, cameraAutoStart: true },
    });
    const foreign = server.app.installation.studyId;
    expect(
      await refused(['configuration', 'set', 'acme-web', '--study', foreign], here),
    ).toMatchObject({ code: 'NOT_FOUND' });
    // People of the organisation sign in by its link.
    const email = await newPerson();
    const body = { email, password: PASSWORD, configId: 'acme-web' };
    expect(await call(server, 'POST', '/api/signin', { body })).toMatchObject({ status: 200 });
  });

  it('creates a launch key, showing its private key once, and refuses to store a private key', async () => {
    const made = await done(
      z.object({
        id: z.string(),
        publicKey: z.record(z.string(), z.string()),
        privateKey: z.string(),
      }),
      ['key', 'create', '-o', 'acme', '--purpose', 'launch', '--curve', 'Ed25519'],
      here,
    );
    const signed = await new SignJWT({ identifier: 'x' })
      .setProtectedHeader({ alg: 'EdDSA', kid: made.id })
      .sign(await importPKCS8(made.privateKey, 'EdDSA'));
    const listed = await done(
      z.array(z.object({ id: z.string(), publicKey: z.record(z.string(), z.string()) })),
      ['key', 'list', '-o', 'acme'],
      here,
    );
    const key = listed.find(({ id }) => id === made.id)?.publicKey ?? {};
    expect(await jwtVerify(signed, await importJWK(key, 'EdDSA'))).toMatchObject({
      payload: { identifier: 'x' },
    });
    const { d } = { d: 'A'.repeat(43) };
    const add = ['key', 'add', '-o', 'acme', '--purpose', 'launch', '--public-key', '-'];
    expect(await refused(add, { ...here, input: JSON.stringify({ ...key, d }) })).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('UNKNOWN_PROPERTIES (d)') as unknown,
    });
  });

  it('creates a licence that registers devices until it is revoked', async () => {
    const licence = await done(
      z.object({ id: z.string(), key: z.string() }),
      ['licence', 'create', 'tablet', '-o', 'acme'],
      here,
    );
    const body = {
      Key: licence.key,
      DeviceTypeID: 'LINUX',
      Name: 'tablet',
      Identifier: 'x',
      Version: '1',
    };
    const register = () => call(server, 'POST', '/analysis/organizations/licenses', { body });
    expect(await register()).toMatchObject({ status: 200 });
    await done(withId, ['licence', 'revoke', licence.id], here);
    expect(await register()).toMatchObject({ status: 401 });
  });

  it('revokes and reactivates the licence of visits by link, the only one that can be reactivated', async () => {
    const organisation = ['organisation', 'create', 'visited', '--name', 'Visited'];
    await done(withId, organisation, here);
    await done(z.unknown(), ['configuration', 'create', 'visited-web', '-o', 'visited'], here);
    const visit = () => call(server, 'GET', '/api/config/visited-web');
    expect(await visit()).toMatchObject({ status: 200 });
    await done(withId, ['licence', 'create', 'tablet', '-o', 'visited'], here);
    const listed = z.array(z.object({ id: z.string(), kind: z.string(), active: z.boolean() }));
    const licences = () => done(listed, ['licence', 'list', '-o', 'visited'], here);
    for (const { id } of await licences()) await done(withId, ['licence', 'revoke', id], here);
    expect(await visit()).toMatchObject({ status: 403 });
    for (const { id, kind } of await licences()) {
      const activate = ['licence', 'activate', id];
      if (kind === 'visitor') await done(withId, activate, here);
      else expect(await refused(activate, here)).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await visit()).toMatchObject({ status: 200 });
    const active = (await licences()).filter((licence) => licence.active);
    expect(active.map(({ kind }) => kind)).toEqual(['visitor']);
  });

  it('refuses to revoke the guest licence, so that guests can still measure', async () => {
    const { guestLicenceId } = server.app.installation;
    const words = ['licence', 'revoke', guestLicenceId];
    expect(await refused(words, here)).toMatchObject({ code: 'RESTRICTED' });
    expect(await call(server, 'POST', '/api/token')).toMatchObject({ status: 200 });
  });

  it('checks the whole database while the server writes to it, and reports that it is sound', async () => {
    const [checked] = await Promise.all([
      done(z.object({ isSound: z.boolean() }), ['check'], here),
      newPerson(),
    ]);
    expect(checked).toEqual({ isSound: true });
  });

  it("lists changes to access codes and administrators in their organisation's audit log", async () => {
    const email = newEmail();
    const there = ['-o', 'acme'];
    await done(z.unknown(), ['access-code', 'create', 'acme-2', ...there], here);
    await done(z.unknown(), ['access-code', 'revoke', 'acme-2'], here);
    const generated = '--generate-password';
    const add = ['administrators', 'add', email, generated, ...there];
    const { id } = await done(withId, add, here);
    await refused(add, here);
    await done(z.unknown(), ['administrators', 'reset', id, generated], here);
    await done(z.unknown(), ['administrators', 'remove-second-factor', id, '--yes'], here);
    await done(z.unknown(), ['administrators', 'remove', id, '--yes'], here);
    const entries = z.array(z.object({ action: z.string(), target: z.string() }));
    const seen = await done(entries, ['audit', 'list', '--limit', '7', ...there], here);
    expect(seen.map(({ action, target }) => `${action} ${target}`)).toEqual([
      `administrator.remove ${id}`,
      `administrator.remove-second-factor ${id}`,
      `administrator.reset ${id}`,
      'administrator.add ',
      `administrator.add ${id}`,
      'access-code.revoke ACME-2',
      'access-code.create ACME-2',
    ]);
  });

  it('names the changed fields in the audit log, as the admin page does, never their values', async () => {
    const [set, there] = ['--set', ['-o', 'acme']];
    const config = ['configuration', 'create', 'acme-fields', ...there];
    await done(z.unknown(), [...config, set, 'branding.pageTitle=Acme', set, 'language=fr'], here);
    const change = ['configuration', 'set', 'acme-fields', set, 'branding.pageTitle=Health'];
    await done(z.unknown(), [...change, set, 'language=', set, 'cameraAutoStart=true'], here);
    await done(z.unknown(), ['organisation', 'set', 'acme', '--contact', 'Ann Bee'], here);
    await done(withId, ['key', 'create', '--purpose', 'launch', ...there], here);
    const entries = z.array(z.object({ action: z.string(), details: z.string() }));
    const seen = await done(entries, ['audit', 'list', '--limit', '4', ...there], here);
    expect(seen.map(({ action, details }) => `${action}: ${details}`)).toEqual([
      'key.create: launch',
      'organisation.set: contact',
      'configuration.set: branding.pageTitle, language, cameraAutoStart',
      'configuration.create: branding.pageTitle, language',
    ]);
  });

  it('audits every change by id, including refused ones, without personal data', async () => {
    const email = await newPerson();
    await refused(['user', 'create', '-o', 'acme', '--email', email, '--invite'], here);
    const { output } = await runCommand(['audit', 'list', '--json'], here);
    const [second, first] = z
      .object({ result: z.array(z.object({ action: z.string(), outcome: z.string() })) })
      .parse(JSON.parse(output)).result;
    expect(first).toMatchObject({ action: 'user.create', outcome: 'done' });
    expect(second).toMatchObject({ action: 'user.create', outcome: 'VALIDATION_ERROR' });
    expect(output).not.toContain('@');
  });

  it('requires --yes for irreversible changes where no terminal can ask for confirmation', async () => {
    const [{ email }, administrator] = [await twoStepPerson(server), newEmail()];
    await done(withId, ['administrators', 'add', administrator, '--generate-password'], here);
    await done(z.unknown(), ['configuration', 'create', 'acme-kept', '-o', 'acme'], here);
    const audited = () => done(z.unknown(), ['audit', 'list', '--limit', '1'], here);
    const before = await audited();
    for (const words of [
      ['user', 'remove-second-factor', email],
      ['administrators', 'remove-second-factor', administrator],
      ['configuration', 'remove', 'acme-kept'],
      ['secrets', 'remove', 'first'],
      ['restore', path.join(server.directory, 'perfuse.backup'), '--replace'],
    ]) {
      expect(await refused(words, here), words.join(' ')).toMatchObject({
        code: 'USAGE',
        exit: 2,
        message: expect.stringContaining('--yes') as unknown,
      });
    }
    expect(await audited()).toEqual(before);
  });

  it('expires an access code on the given day', async () => {
    const email = await newPerson();
    const create = (...words: string[]) => ['access-code', 'create', ...words, '-o', 'acme'];
    await done(z.unknown(), create('acme-over', '--expires', '2999-12-30'), here);
    await server.app.platform.database
      .updateTable('access_codes')
      .set({ expires_at: Date.now() })
      .where('expires_at', '=', Date.parse('2999-12-30'))
      .execute();
    await done(z.unknown(), create('acme-later', '--expires', '2999-12-31'), here);
    expect((await signIn(server, email, PASSWORD, 'ACME-OVER')).status).not.toBe(200);
    expect((await signIn(server, email, PASSWORD, 'ACME-LATER')).status).toBe(200);
    expect(await refused(create('acme-soon', '--expires', 'soon'), here)).toMatchObject({
      code: 'USAGE',
    });
  });

  it('stores the details of a new organisation, and later changes only what is given', async () => {
    const logo = path.join(server.directory, 'logo.png');
    await writeFile(logo, Buffer.from('iVBORw0KGgo=', 'base64'));
    const policy = { ...DEFAULT_PASSWORD_POLICY, PasswordMinLength: 12 };
    const create = ['organisation', 'create', 'north', '--name', 'North', '--study', 'Nights'];
    const { id } = await done(
      withId,
      [
        ...[...create, '--login-type', 'phone', '--sign-up', 'off', '--logo', logo],
        ...['--address', '1 High Street; ; Leeds; ; United Kingdom; LS1', '--password-policy', '-'],
      ],
      { ...here, input: JSON.stringify(policy) },
    );
    const kept = {
      loginType: 'phone',
      passwordPolicy: policy,
      addresses: [
        {
          Line1: '1 High Street',
          Line2: '',
          City: 'Leeds',
          State: '',
          Country: 'United Kingdom',
          PostalCode: 'LS1',
        },
      ],
      hasLogo: true,
    };
    const show = () => done(z.unknown(), ['organisation', 'show', 'north'], here);
    expect(await show()).toMatchObject({ ...kept, allowSignup: false });
    expect((await server.app.accounts.directory.find(id)).logo).toMatch(/^data:image\/png;/);
    expect(await done(z.unknown(), ['study', 'list', '-o', 'north'], here)).toMatchObject([
      { name: 'Nights' },
    ]);
    const set = ['organisation', 'set', 'north'];
    await done(z.unknown(), [...set, '--sign-up', 'on'], here);
    expect(await show()).toMatchObject({ ...kept, allowSignup: true, status: 'ACTIVE' });
    const drawing = path.join(server.directory, 'logo.jpg');
    await writeFile(drawing, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await refused([...set, '--logo', drawing], here)).toMatchObject({
      code: 'USAGE',
      message: '--logo: must be a png or jpeg file',
    });
    await done(z.unknown(), [...set, '--status', 'SUSPENDED'], here);
    expect(await show()).toMatchObject({ ...kept, status: 'SUSPENDED' });
    expect(await refused([...set, '--status', 'ERASED'], here)).toMatchObject({ code: 'USAGE' });
    const own = ['organisation', 'set', 'perfuse', '--status', 'SUSPENDED'];
    expect(await refused(own, here)).toMatchObject({ code: 'RESTRICTED' });
    expect(await refused([...set, '--address', '1 High Street; Leeds'], here)).toMatchObject({
      code: 'USAGE',
    });
  });

  it('creates studies, branches and configurations in the given organisation', async () => {
    const there = ['-o', 'divided'];
    await done(z.unknown(), ['organisation', 'create', 'divided', '--name', 'Divided'], here);
    const named = z.array(z.object({ id: z.string(), name: z.string() }));
    const make = async (kind: 'study' | 'branch'): Promise<string> => {
      const { id } = await done(withId, [kind, 'create', 'Leeds', ...there], here);
      expect(await done(named, [kind, 'list', ...there], here)).toContainEqual({
        id,
        name: 'Leeds',
      });
      return id;
    };
    const [studyId, branchId] = [await make('study'), await make('branch')];
    // With several studies, none is chosen arbitrarily.
    expect(await refused(['access-code', 'create', 'divided-1', ...there], here)).toMatchObject({
      code: 'VALIDATION_ERROR',
      message:
        'There are several studies: choose one with --study (perfuse study list -o divided).',
      fields: { study: [['UNIQUE', []]] },
    });

    const create = ['configuration', 'create', 'divided-web', ...there, '--study', 'Leeds'];
    expect(await refused([...create, '--branch', 'York'], here)).toMatchObject({
      code: 'NOT_FOUND',
    });
    await done(withId, [...create, '--branch', 'Leeds', '--set', 'cameraAutoStart=true'], here);
    const set = ['configuration', 'set', 'divided-web', '--settings', '-'];
    const settings = { branding: { pageTitle: 'Leeds' } };
    const input = JSON.stringify(settings);
    expect(await done(z.unknown(), set, { ...here, input })).toMatchObject({ studyId, branchId });
    expect(await done(z.unknown(), ['configuration', 'list', ...there], here)).toEqual([
      expect.objectContaining({ id: 'divided-web', studyId, branchId, settings }),
    ]);
  });

  it('checks settings without storing them', async () => {
    const check = ['configuration', 'check', '-'];
    const settings = { resultPages: ['overall'] };
    const good = { ...here, input: JSON.stringify(settings) };
    expect(await done(z.unknown(), check, good)).toEqual({ settings });
    const bad = { ...here, input: JSON.stringify({ resultPages: ['tarot'] }) };
    expect(await refused(check, bad)).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('invites a user by a link to choose a password, which leads back to the given configuration', async () => {
    await done(withId, ['configuration', 'create', 'invited-web', '-o', 'acme'], here);
    for (const [words, address] of [
      [[], /(?<!\/org)\/reset#/],
      [['--configuration', 'invited-web'], /\/org\/reset\/invited-web#/],
    ] as const) {
      const email = newEmail();
      const invite = ['user', 'create', '-o', 'acme', '--email', email, '--invite', ...words];
      await done(withId, invite, outside);
      const [mail] = await done(messages, ['outbox', 'list', '--to', email], here);
      expect(mail?.body).toMatch(address);
      const body = { token: linkIn(mail ?? { body: '' }), password: PASSWORD };
      await call(server, 'POST', '/api/resetPass/complete', { body });
      expect(await inAcme(email)).toMatchObject({ status: 200 });
      const reset = ['user', 'reset-password', email, '-o', 'acme', '--print', ...words];
      expect(await done(z.object({ link: z.string() }), reset, outside)).toMatchObject({
        link: expect.stringMatching(address) as unknown,
      });
    }
  });

  it("refuses an invitation or reset for another organisation's configuration or an unknown one", async () => {
    await done(withId, ['organisation', 'create', 'led-away', '--name', 'Led away'], here);
    await done(withId, ['configuration', 'create', 'led-web', '-o', 'led-away'], here);
    for (const id of ['led-web', 'no-such-web']) {
      const [email, known] = [newEmail(), await newPerson()];
      const to = ['--configuration', id, '-o', 'acme'];
      expect(
        await refused(['user', 'create', '--email', email, '--invite', ...to], here),
      ).toMatchObject({ code: 'NOT_FOUND' });
      expect(await refused(['user', 'show', email, '-o', 'acme'], here)).toMatchObject({
        code: 'NOT_FOUND',
      });
      const reset = ['user', 'reset-password', known, '--print', ...to];
      expect(await refused(reset, here)).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('creates a user with a phone number and a name, and accepts at most one password option, and only with an email address', async () => {
    const create = ['user', 'create', '-o', 'acme'];
    const phone = '+441632960961';
    await done(
      withId,
      [...create, '--phone', phone, '--first-name', 'Ada', '--last-name', 'Byron'],
      here,
    );
    expect(await done(z.unknown(), ['user', 'show', phone, '-o', 'acme'], here)).toMatchObject({
      phoneNumber: phone,
      firstName: 'Ada',
      lastName: 'Byron',
      hasPassword: false,
    });
    const two = [...create, '--email', newEmail(), '--generate-password', '--invite'];
    expect(await refused(two, here)).toMatchObject({ code: 'USAGE' });
    const uninvited = '+441632960962';
    expect(await refused([...create, '--phone', uninvited, '--invite'], here)).toMatchObject({
      message: '--password-stdin, --generate-password and --invite need --email',
    });
    const show = ['user', 'show', uninvited, '-o', 'acme'];
    expect(await refused(show, here)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['webhook list --state foo', '--state: must be one of pending, delivered, failed'],
    [
      'webhook rotate --overlap-hours 999',
      '--overlap-hours: must be a whole number of hours, 0 to 168',
    ],
    ['secrets rotate --only foo', '--only: must be one of signing, cookies, encryption'],
    ['storage move --to mysql', '--to: must be one of postgres, sqlite'],
    ['doctor --send-to nope', '--send-to: must be an email address'],
    ['user list --limit -1', '--limit: must be a whole number from 1 to 999999999'],
    ['audit list --limit 0', '--limit: must be a whole number from 1 to 999999999'],
    ['study create', '<name>: must not be empty'],
    ['branch create', '<name>: must not be empty'],
    ['licence create', '<name>: must not be empty'],
    ['organisation create nameless --name', '--name: must not be empty'],
    ['access-code create LATE --expires 2020-01-01', '--expires is in the past'],
  ])('refuses the invalid value in %s, naming the valid ones', async (words, message) => {
    // For a missing name, the value is empty.
    const value = message.endsWith('must not be empty') ? [''] : [];
    expect(await refused([...words.split(' '), ...value], here)).toMatchObject({
      code: 'USAGE',
      message,
    });
  });

  it('refuses an invalid email address of an organisation', async () => {
    const set = (email: string) => ['organisation', 'set', 'acme', '--email', email];
    expect(await refused(set('nobody'), here)).toMatchObject({ code: 'VALIDATION_ERROR' });
    const seen = z.object({ email: z.string() });
    expect(await done(seen, set('Jo@Acme.example'), here)).toEqual({ email: 'jo@acme.example' });
    expect(await done(seen, set(''), here)).toEqual({ email: '' });
  });

  it('shows a message without terminal control characters', async () => {
    const recipient = newEmail();
    await server.app.accounts.outbox.post({
      ...{ userId: null, channel: 'mail', recipient, expiresAt: Date.now() + 60_000 },
      ...{ subject: 'One\u001b[2J', body: 'Two\u001b[2J\nthree\n' },
    });
    const { output } = await runCommand(['outbox', 'show', '--to', recipient], here);
    expect(output).toContain('One [2J\n');
    expect(output).toMatch(/\n\nTwo \[2J\nthree\n$/);
  });

  it('answers RESTRICTED to a revocation of the guest licence', async () => {
    const { guestLicenceId } = server.app.installation;
    expect(await refused(['licence', 'revoke', guestLicenceId], here)).toMatchObject({
      code: 'RESTRICTED',
    });
  });

  it('filters lists: refused changes, an offset of users, messages to one recipient, active keys', async () => {
    const email = await newPerson();
    const role = (name: string) => ['user', 'role', email, name, '-o', 'acme'];
    expect(await refused(role('KING'), here)).toMatchObject({ code: 'USAGE' });
    await done(z.object({ role: z.literal('DFX_ORG_ADMIN') }), role('dfx_org_admin'), here);
    await refused([...['user', 'create', '-o', 'acme', '--email', email], '--invite'], here);
    const entries = z.array(z.object({ outcome: z.string() }));
    const outcomes = await done(entries, ['audit', 'list', '--refused'], here);
    expect(outcomes).not.toContainEqual({ outcome: 'done' });
    expect(outcomes).toContainEqual({ outcome: 'VALIDATION_ERROR' });

    const people = z.object({ users: z.array(z.object({ email: z.nullable(z.string()) })) });
    const list = ['user', 'list', '-o', 'acme'];
    const all = (await done(people, list, here)).users;
    expect(all.length).toBeGreaterThan(1);
    expect((await done(people, [...list, '--offset', '1'], here)).users).toEqual(all.slice(1));

    for (const to of [email, await newPerson()]) {
      await done(withId, ['user', 'reset-password', to, '-o', 'acme'], here);
    }
    const sent = await done(messages, ['outbox', 'list', '--to', email], here);
    expect(sent.map(({ recipient }) => recipient)).toEqual([email]);

    const create = ['key', 'create', '-o', 'acme', '--purpose', 'launch'];
    const [first, second] = [await done(withId, create, here), await done(withId, create, here)];
    await done(withId, ['key', 'revoke', first.id], here);
    const keys = z.array(z.object({ id: z.string(), active: z.boolean() }));
    expect(await done(keys, ['key', 'list', '-o', 'acme'], here)).toEqual(
      expect.arrayContaining([
        { id: first.id, active: false },
        { id: second.id, active: true },
      ]),
    );
  });
});

describe('the command line without a server', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await temporaryFolder();
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('prints help with examples for command groups and commands that create', async () => {
    const { code, output } = await runCommand(['--help'], { directory });
    expect(code).toBe(0);
    expect(output).toContain('perfuse organisation create acme');
    const create = await runCommand(['user', 'create', '--help'], { directory });
    expect(create.output).toMatch(/Examples:\n +\$ perfuse user create/);
  });

  it('exits with 2 for an unknown command, an unknown option and a missing argument', async () => {
    for (const words of [['bogus'], ['user', 'list', '--bogus'], ['user', 'show'], ['user']]) {
      expect(await refused(words, { directory })).toMatchObject({ code: 'USAGE', exit: 2 });
    }
  });

  it('creates a missing database only with init', async () => {
    const list = ['organisation', 'list'];
    // The working directory, to which a folder may be relative, is often the mistake: the whole path is named.
    const relative = { directory: path.relative('.', directory) };
    for (const words of [list, ['check']]) {
      expect(await refused(words, relative)).toMatchObject({
        code: 'FOLDER',
        message: expect.stringContaining(`no Perfuse database in ${directory}.`) as unknown,
        exit: 4,
      });
    }
    await done(z.unknown(), ['init'], { directory });
    const organisations = z.array(z.object({ identifier: z.string() }));
    expect(await done(organisations, list, { directory })).toEqual([{ identifier: 'perfuse' }]);
  });

  it('does not overwrite a configuration called demo of another organisation', async () => {
    const alone = { directory, environment: { PERFUSE_DEMO: 'off' } };
    const start = () => done(z.unknown(), ['init'], alone);
    await start();
    await done(withId, ['organisation', 'create', 'acme', '--name', 'Acme'], alone);
    await done(z.unknown(), ['configuration', 'create', 'demo', '-o', 'acme'], alone);
    await start();
    expect(await done(z.array(withId), ['configuration', 'list'], alone)).toEqual([{ id: 'demo' }]);
  });

  it('names an invalid environment variable', async () => {
    const run = await runCommand(['status'], { directory, environment: { PORT: 'x' } });
    expect(run).toMatchObject({ code: 2, output: '' });
    expect(run.errors).toContain('PORT must be a whole number');
  });
});
