// SPDX-License-Identifier: Apache-2.0
/** Every schema that there ever was is brought up to date with what it holds, on both databases. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EARLIER_ROWS, WAITING, type EarlierRow } from '../testing/earlier-rows.ts';
import { withoutPostgres } from '../testing/postgres.ts';
import { runServer } from '../testing/process.ts';
import { emptyDatabase } from '../testing/run.ts';
import { startServer, temporaryFolder } from '../testing/server.ts';
import { until } from '../testing/waiting.ts';
import { openFile } from './beside.ts';
import { DATABASE_FILE, type Database } from './database.ts';
import { migrate, MIGRATIONS, NewerSchemaError, schemaState } from './migrate.ts';
import { openPostgres } from './postgres.ts';

interface Empty {
  readonly database: Database;
  /** What a server needs to work on it. */
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

const NAMES = Object.keys(MIGRATIONS);
const upTo = (level: string) =>
  Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= level));
const rowsOf = (level: string): readonly EarlierRow[] =>
  EARLIER_ROWS.filter(({ since }) => since <= level);

async function write(database: Database, rows: readonly EarlierRow[]): Promise<void> {
  for (const { table, values } of rows) {
    const columns = Object.keys(values).map((column) => sql.ref(column));
    await sql`insert into ${sql.table(table)} (${sql.join(columns)})
      values (${sql.join(Object.values(values))})`.execute(database);
  }
}

/** SQLite's driver hands bytes over in another kind of array than PostgreSQL's. */
const withBuffers = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof ArrayBuffer ? Buffer.from(value) : value,
    ]),
  );

/** The columns of a row as they are now, by what it says of itself. */
async function read(database: Database, { table, values }: EarlierRow): Promise<unknown> {
  const columns = Object.keys(values);
  const known = Object.entries(values).filter(([, value]) => typeof value === 'string');
  const { rows } = await sql`select ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(table)} where ${sql.join(
      known.map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      sql` and `,
    )}`.execute(database);
  return z.array(z.record(z.string(), z.unknown())).parse(rows).map(withBuffers);
}

async function schemaOf(database: Database): Promise<unknown> {
  const tables = await database.introspection.getTables();
  return tables
    .map(({ name, columns }) => ({
      name,
      columns: columns
        .map((column) => ({
          name: column.name,
          type: column.dataType.toLowerCase(),
          isNullable: column.isNullable,
          hasDefault: column.hasDefaultValue,
        }))
        .sort((left, right) => left.name.localeCompare(right.name)),
    }))
    .sort((left, right) => left.name.localeCompare(right.name));
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

    it.each(NAMES)('bring a store of %s up to date and keep all that is in it', async (level) => {
      const { database } = store;
      await migrate(database, upTo(level));
      await write(database, rowsOf(level));
      await migrate(database);
      expect(await schemaState(database)).toBe('current');
      for (const row of rowsOf(level)) {
        expect(await read(database, row), row.table).toEqual([row.values]);
      }
    });

    it('end with the same schema, wherever they began', async () => {
      const { database } = store;
      for (const level of NAMES) await migrate(database, upTo(level));
      const fresh = await open(path.join(directory, '..', path.basename(await temporaryFolder())));
      await migrate(fresh.database);
      expect(await schemaOf(database)).toEqual(await schemaOf(fresh.database));
      await fresh.database.destroy();
    });

    it('are undone as a whole when one of them fails', async () => {
      const { database } = store;
      await migrate(database, upTo('0002'));
      const before = await schemaOf(database);
      const broken = {
        ...upTo('0003'),
        '0004-broken': {
          up: async (db: Database) => {
            await db.schema.createTable('half').addColumn('id', 'text').execute();
            throw new Error('cut short');
          },
        },
      };
      await expect(migrate(database, broken)).rejects.toThrow('could not be brought up to date');
      expect(await schemaOf(database)).toEqual(before);
      await migrate(database);
      expect(await schemaState(database)).toBe('current');
    });

    it('let a server go on with what the first version left unanswered', async () => {
      const { database, environment } = store;
      const level = NAMES[0] ?? expect.fail();
      await migrate(database, upTo(level));
      await write(database, rowsOf(level));
      const server = await startServer({ directory, environment });
      const status = async () => {
        const query = database
          .selectFrom('measurements')
          .select('status')
          .where('id', '=', WAITING);
        return (await query.executeTakeFirst())?.status === 'COMPLETE' ? true : undefined;
      };
      await until(status, 'the result of the chunk that waited');
      await server.stop();
    });

    it('refuse data of a newer version, and say so in one line', async () => {
      const { database, environment } = store;
      await migrate(database);
      await sql`insert into kysely_migration values ('9999-future', '2040-01-01')`.execute(
        database,
      );
      await expect(migrate(database)).rejects.toThrow(NewerSchemaError);
      const { code, output } = await runServer({ PERFUSE_DATA_DIR: directory, ...environment });
      expect({ code, output }).toEqual({
        code: 1,
        output: `Perfuse could not start: ${new NewerSchemaError().message}\n`,
      });
    });
  });
}

it('the rows of this test are of every table', async () => {
  const directory = await temporaryFolder();
  const { database } = await onSqlite(directory);
  await migrate(database);
  const tables = (await database.introspection.getTables()).map(({ name }) => name);
  await database.destroy();
  await rm(directory, { recursive: true, force: true });
  const written = new Set(EARLIER_ROWS.map(({ table }) => table));
  expect(tables.filter((table) => !written.has(table))).toEqual([]);
});
