// SPDX-License-Identifier: Apache-2.0
import { ADMIN_HEADER } from '@perfuse/contract/admin/session';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '@perfuse/testing/client';
import { done, refused, runCommand, type CommandOptions } from '../testing/command.ts';
import { newEmail } from '../testing/people.ts';
import { startServer, type TestServer } from '../testing/server.ts';

const HEADERS = { [ADMIN_HEADER.name]: ADMIN_HEADER.value };
const PASSWORD = 'Correct-horse-7';
const administrator = z.object({
  id: z.string(),
  email: z.string(),
  organisationId: z.nullable(z.string()),
  signedIn: z.nullable(z.string()),
});
const withPassword = z.extend(administrator, { password: z.string() });

describe('perfuse administrators', () => {
  let server: TestServer;
  let here: CommandOptions;
  beforeAll(async () => {
    server = await startServer({ environment: { PERFUSE_ATTEMPTS_ACCOUNT: '2' } });
    here = { directory: server.directory };
  });
  afterAll(() => server.stop());

  const signIn = (email: string, password: string) =>
    call(server, 'POST', '/admin/api/session', {
      headers: HEADERS,
      body: { email, password },
    });
  const session = (cookie: string | null) =>
    call(server, 'GET', '/admin/api/session', {
      headers: { ...HEADERS, cookie: cookie?.split(';')[0] ?? '' },
    });
  const list = () => done(z.array(administrator), ['administrators', 'list'], here);
  /** The password is the first line of the input. */
  const add = (email: string, password: string, ...words: readonly string[]) =>
    [
      ['administrators', 'add', email, '--password-stdin', ...words],
      { ...here, input: `${password}\n` },
    ] as const;

  it('adds an administrator of the installation or of one organisation, who can sign in immediately', async () => {
    const organisation = await done(
      z.object({ id: z.string() }),
      ['organisation', 'create', 'acme', '--name', 'Acme'],
      here,
    );
    const [everywhere, there] = [newEmail(), newEmail()];
    await done(administrator, ...add(everywhere, PASSWORD));
    expect(await done(administrator, ...add(there, PASSWORD, '-o', 'acme'))).toMatchObject({
      email: there,
      organisationId: organisation.id,
    });
    expect(await signIn(everywhere, PASSWORD)).toMatchObject({ status: 200 });
    const listed = await list();
    expect(listed.find(({ email }) => email === everywhere)).toMatchObject({
      organisationId: null,
      signedIn: expect.any(String) as unknown,
    });
    expect(listed.find(({ email }) => email === there)).toMatchObject({ signedIn: null });
  });

  it('refuses a taken email, a weak password, an unknown organisation and two password options together', async () => {
    const email = newEmail();
    await done(administrator, ...add(email, PASSWORD));
    expect(await refused(...add(email, PASSWORD))).toMatchObject({
      code: 'VALIDATION_ERROR',
      exit: 3,
      fields: { email: [['UNIQUE', []]] },
    });
    expect(await refused(...add(newEmail(), 'short'))).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { password: expect.anything() as unknown },
    });
    expect(await refused(...add(newEmail(), PASSWORD, '-o', 'nobody'))).toMatchObject({
      code: 'NOT_FOUND',
      exit: 3,
    });
    expect(await refused(...add(newEmail(), PASSWORD, '--generate-password'))).toMatchObject({
      code: 'USAGE',
      exit: 2,
    });
  });

  it('resets a password, which ends the old password, every session and a lock-out', async () => {
    const email = newEmail();
    await done(administrator, ...add(email, PASSWORD));
    const before = (await signIn(email, PASSWORD)).headers.get('set-cookie');
    expect(await session(before)).toMatchObject({ status: 200 });
    await signIn(email, 'Wrong-horse-7');
    await signIn(email, 'Wrong-horse-7');
    expect(await signIn(email, PASSWORD)).toMatchObject({ status: 429 });
    const reset = ['administrators', 'reset', email, '--generate-password'];
    const { password } = await done(withPassword, reset, here);
    expect(await session(before)).toMatchObject({ status: 401 });
    expect(await signIn(email, PASSWORD)).toMatchObject({ status: 401 });
    expect(await signIn(email, password)).toMatchObject({ status: 200 });
  });

  it('removes an administrator only with --yes, and ends their sessions immediately', async () => {
    const email = newEmail();
    await done(administrator, ...add(email, PASSWORD));
    const cookie = (await signIn(email, PASSWORD)).headers.get('set-cookie');
    const remove = ['administrators', 'remove', email];
    expect(await refused(remove, here)).toMatchObject({ code: 'USAGE', exit: 2 });
    expect(await session(cookie)).toMatchObject({ status: 200 });
    await done(z.object({ email: z.literal(email) }), [...remove, '--yes'], here);
    expect(await session(cookie)).toMatchObject({ status: 401 });
    expect(await signIn(email, PASSWORD)).toMatchObject({ status: 401 });
    expect(await refused([...remove, '--yes'], here)).toMatchObject({ code: 'NOT_FOUND', exit: 3 });
    const { output } = await runCommand(['audit', 'list', '--json'], here);
    expect(output).toContain('administrator.remove');
    expect(output).not.toContain('@');
  });
});
