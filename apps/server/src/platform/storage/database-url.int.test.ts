// SPDX-License-Identifier: Apache-2.0
import { withoutPostgres } from '@perfuse/testing/postgres';
import pg from 'pg';
import { expect, it } from 'vitest';
import { emptyDatabase } from '../../testing/run.ts';
import { explainDatabaseUrlError } from './database-url.ts';
import { openSharedStorage } from './shared-storage.ts';

/** The error of a server that starts with this address. */
const refusalOf = (url: string): Promise<unknown> =>
  openSharedStorage({ url, connections: 2, onError: () => undefined }).then(
    () => 'opened',
    (error: unknown) => error,
  );

it.skipIf(withoutPostgres)('an unusable DATABASE_URL is explained', async () => {
  const address = await emptyDatabase();
  const { host, pathname } = new URL(address);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query('revoke create on schema public from public');
  await client.query('create role guest login');
  const asked = (change: (url: URL) => void): Promise<unknown> => {
    const url = new URL(address);
    change(url);
    return refusalOf(url.href);
  };
  try {
    const at = `DATABASE_URL cannot be used: PostgreSQL at ${host}`;
    expect(await asked((url) => (url.username = 'guest'))).toMatchObject({
      message: `${at}${pathname}: 42501: permission denied for schema public (the role must own the database)`,
    });
    expect(await asked((url) => (url.username = 'nobody'))).toMatchObject({
      message: `${at}${pathname}: 28000: role "nobody" does not exist`,
    });
    expect(await asked((url) => (url.pathname = '/nosuch'))).toMatchObject({
      message: `${at}/nosuch: 3D000: database "nosuch" does not exist`,
    });
    expect(await asked((url) => (url.search = '?sslmode=verify-full'))).toMatchObject({
      message: `${at}${pathname}: The server does not support SSL connections`,
    });
    expect(await asked((url) => (url.host = '127.0.0.1:9'))).toMatchObject({
      message: `DATABASE_URL cannot be used: PostgreSQL at 127.0.0.1:9${pathname}: connect ECONNREFUSED 127.0.0.1:9`,
    });
  } finally {
    await client.query('drop role guest');
    await client.end();
  }
});

it('a full disk is explained', () => {
  const full = Object.assign(new Error('could not write init file'), { code: '53100' });
  expect(explainDatabaseUrlError('postgres://perfuse:secret@db/perfuse', full)).toMatchObject({
    message:
      'DATABASE_URL cannot be used: PostgreSQL at db/perfuse: 53100: could not write init file (its disk is full)',
  });
});

it('leaves an internal error unchanged', () => {
  const fault = Object.assign(new Error('relation "x" does not exist'), { code: '42P01' });
  const wrapped = new Error('The database could not be migrated.', { cause: fault });
  expect(explainDatabaseUrlError('postgres://db/perfuse', wrapped)).toBe(wrapped);
});
