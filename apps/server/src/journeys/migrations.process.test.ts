// SPDX-License-Identifier: Apache-2.0
/** Migration of a database from one version's schema to the next, on both databases. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { runServer } from '../testing/process.ts';
import { writeRows, type TestRow } from '../testing/rows-of-every-table.ts';
import { emptyDatabase } from '../testing/run.ts';
import { temporaryFolder } from '../testing/server.ts';
import { openFile } from '../platform/storage/offline.ts';
import { tablesInOrder } from '../platform/storage/copy.ts';
import { DATABASE_FILE, type Database } from '../platform/storage/database.ts';
import {
  migrate,
  MIGRATIONS,
  NewerSchemaError,
  schemaState,
  type Migrations,
} from '../platform/storage/migrate.ts';
import { first } from '../platform/storage/migrations/0001-first.ts';
import { openPostgres } from '../platform/storage/postgres.ts';

interface Empty {
  readonly database: Database;
  /** Environment of a server that uses it. */
  readonly environment: NodeJS.ProcessEnv;
}

const onSqlite = (directory: string): Promise<Empty> =>
  Promise.resolve({ database: openFile(path.join(directory, DATABASE_FILE)), environment: {} });

async function onPostgres(directory: string): Promise<Empty> {
  const url = await emptyDatabase();
  const { database } = openPostgres({ url, connections: 2, onError: () => undefined });
  const PERFUSE_SECRETS_FILE = path.join(directory, 'secrets.json');
  return { database, environment: { DATABASE_URL: url, PERFUSE_SECRETS_FILE } };
}

const FIRST: Migrations = { '0001-first': first };

/** What a next version might do: a column with a default, filled from another one, and a table. */
const NEXT: Migrations = {
  ...MIGRATIONS,
  '9001-next': {
    async up(db: Kysely<unknown>) {
      await sql`alter table users add column nickname text not null default ''`.execute(db);
      await sql`update users set nickname = first_name`.execute(db);
      await sql`create table notes (
        id text primary key,
        user_id text not null references users (id) on delete cascade
      )`.execute(db);
    },
  },
};
const BROKEN: Migrations = {
  ...NEXT,
  '9002-broken': {
    async up(db: Kysely<unknown>) {
      await sql`create table half (id text primary key)`.execute(db);
      throw new Error('cut short');
    },
  },
};

/** Resolves once a transaction waits for a lock of this table that another one holds. */
const isAwaited = (database: Database, table: string): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql`select pid from pg_locks
        where relation = ${table}::regclass and not granted`.execute(database);
      return rows;
    })
    .not.toEqual([]);

/** SQLite's driver returns bytes in another type of array than PostgreSQL's. */
const withBuffers = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof ArrayBuffer ? Buffer.from(value) : value,
    ]),
  );

/** Reads the columns that a row was written with, for all rows of its table. */
async function read(database: Database, { table, values }: TestRow): Promise<unknown> {
  const columns = Object.keys(values).map((column) => sql.ref(column));
  const { rows } = await sql`select ${sql.join(columns)} from ${sql.table(table)}`.execute(
    database,
  );
  return z.array(z.record(z.string(), z.unknown())).parse(rows).map(withBuffers);
}

const schemaOf = async (database: Database): Promise<unknown> =>
  (await database.introspection.getTables({ withInternalKyselyTables: true })).sort((left, right) =>
    left.name.localeCompare(right.name),
  );

/** Tables of the first migration in an order in which they can be written, as SQLite's schema gives it. */
async function orderOfTables(): Promise<readonly string[]> {
  const directory = await temporaryFolder();
  const { database } = await onSqlite(directory);
  await migrate(database, FIRST);
  const tables = await tablesInOrder(database);
  await database.destroy();
  await rm(directory, { recursive: true, force: true });
  return tables;
}

const engines: readonly [string, (directory: string) => Promise<Empty>, boolean][] = [
  ['SQLite', onSqlite, false],
  ['PostgreSQL', onPostgres, withoutPostgres],
];

for (const [name, open, isLeftOut] of engines) {
  describe.skipIf(isLeftOut)(`migrations on ${name}`, () => {
    let directory: string;
    let store: Empty;
    beforeEach(async () => {
      directory = await temporaryFolder();
      store = await open(directory);
    });
    afterEach(async () => {
      await store.database.destroy();
      await rm(directory, { recursive: true, force: true });
    });

    it('upgrade a database from the first schema to the next and keep every row', async () => {
      const { database } = store;
      expect(await schemaState(database)).toBe('none');
      await migrate(database, FIRST);
      expect(await schemaState(database, FIRST)).toBe('current');
      expect(await schemaState(database, NEXT)).toBe('older');
      const rows = await writeRows(database, await orderOfTables());
      await migrate(database, NEXT);
      expect(await schemaState(database, NEXT)).toBe('current');
      for (const row of rows) expect(await read(database, row), row.table).toEqual([row.values]);
      const firstName = rows.find(({ table }) => table === 'users')?.values['first_name'];
      const { rows: filled } = await sql`select nickname from users`.execute(database);
      expect(filled).toEqual([{ nickname: firstName }]);
    });

    it('run once, however many servers start concurrently', async () => {
      const { database } = store;
      await Promise.all([migrate(database, NEXT), migrate(database, NEXT)]);
      await migrate(database, NEXT);
      const { rows } = await sql`select name from kysely_migration order by name`.execute(database);
      expect(rows).toEqual(Object.keys(NEXT).map((ran) => ({ name: ran })));
    });

    it('are all rolled back when one of them fails', async () => {
      const { database } = store;
      await migrate(database);
      const before = await schemaOf(database);
      await expect(migrate(database, BROKEN)).rejects.toThrow('could not be migrated');
      expect(await schemaOf(database)).toEqual(before);
      await migrate(database, NEXT);
      expect(await schemaState(database, NEXT)).toBe('current');
    });

    it('refuse a database of a newer version, with a one-line message', async () => {
      const { database, environment } = store;
      await migrate(database, NEXT);
      const before = await schemaOf(database);
      await expect(migrate(database)).rejects.toThrow(NewerSchemaError);
      const { code, output } = await runServer({ PERFUSE_DATA_DIR: directory, ...environment });
      // The embedded database first logs that it is checked.
      const said = output.split('\n').filter((line) => !line.startsWith('{'));
      expect({ code, said }).toEqual({
        code: 1,
        said: [`Perfuse could not start: ${new NewerSchemaError().message}`, ''],
      });
      expect(await schemaOf(database)).toEqual(before);
    });
  });
}

describe.skipIf(withoutPostgres)('migrations while servers are running', () => {
  it('wait for a transaction that has read a table and still writes to it', async () => {
    const url = await emptyDatabase();
    const open = (): Database =>
      openPostgres({ url, connections: 2, onError: () => undefined }).database;
    const [database, server] = [open(), open()];
    await migrate(database, FIRST);
    let migrated: Promise<void> | undefined;
    await server.connection().execute(async (connection) => {
      await sql`begin`.execute(connection);
      await sql`select id from measurements`.execute(connection);
      migrated = migrate(database);
      await isAwaited(server, 'measurements');
      await sql`update measurements set status = status`.execute(connection);
      await sql`commit`.execute(connection);
    });
    await migrated;
    expect(await schemaState(database)).toBe('current');
    await Promise.all([database.destroy(), server.destroy()]);
  });
});
