// SPDX-License-Identifier: Apache-2.0
/** The tables that the migrations create match those that the modules describe, on both databases. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_TABLES } from '../modules/accounts/tables.ts';
import { ANALYSIS_TABLES } from '../modules/analysis/tables.ts';
import { AUDIT_TABLES } from '../modules/audit/tables.ts';
import { EVENT_TABLES } from '../modules/events/event-repository.ts';
import { HANDOFF_TABLES } from '../modules/handoff/tables.ts';
import { LAUNCH_TABLES } from '../modules/launch/tables.ts';
import { MEASUREMENT_TABLES } from '../modules/measurements/tables.ts';
import { ORGANISATION_TABLES } from '../modules/organisations/tables.ts';
import { REPORT_TABLES } from '../modules/protocol-admin/tables.ts';
import { REQUEST_COUNT_TABLES } from '../platform/http/request-counts.ts';
import { JOB_TABLES } from '../platform/jobs/job-repository.ts';
import { DATABASE_FILE, STORAGE_TABLES, type Database } from '../platform/storage/database.ts';
import { migrate } from '../platform/storage/migrate.ts';
import { openFile } from '../platform/storage/offline.ts';
import { openPostgres } from '../platform/storage/postgres.ts';
import type { Table } from '../platform/storage/tables.ts';
import { newDatabase } from '../testing/run.ts';
import { temporaryFolder } from '../testing/server.ts';

const TABLES: Readonly<Record<string, Table>> = {
  ...STORAGE_TABLES,
  ...JOB_TABLES,
  ...REQUEST_COUNT_TABLES,
  ...ACCOUNT_TABLES,
  ...ANALYSIS_TABLES,
  ...AUDIT_TABLES,
  ...EVENT_TABLES,
  ...HANDOFF_TABLES,
  ...LAUNCH_TABLES,
  ...MEASUREMENT_TABLES,
  ...ORGANISATION_TABLES,
  ...REPORT_TABLES,
};

interface Column {
  readonly name: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

const sorted = (columns: readonly Column[]): readonly Column[] =>
  [...columns].sort((left, right) => left.name.localeCompare(right.name));

const described = Object.entries(TABLES).map(([name, { row, defaults }]): [string, unknown] => [
  name,
  sorted(
    Object.entries(row.shape).map(([column, schema]) => ({
      name: column,
      isNullable: z.safeParse(schema, null).success,
      hasDefault: defaults.includes(column),
    })),
  ),
]);

/** @param keys columns of primary keys, which SQLite does not report as NOT NULL. */
async function tablesOf(database: Database, keys: ReadonlySet<string>) {
  const tables = await database.introspection.getTables();
  return Object.fromEntries(
    tables.map(({ name: table, columns }) => [
      table,
      sorted(
        columns.map(({ name, isNullable, hasDefaultValue }) => ({
          name,
          isNullable: isNullable && !keys.has(`${table}.${name}`),
          hasDefault: hasDefaultValue,
        })),
      ),
    ]),
  );
}

describe('the tables of a new database match those that the modules describe', () => {
  it('on SQLite', async () => {
    const directory = await temporaryFolder();
    const database = openFile(path.join(directory, DATABASE_FILE));
    await migrate(database);
    const { rows } = await sql<{ key: string }>`
      select tables.name || '.' || columns.name as key
      from sqlite_master as tables, pragma_table_info(tables.name) as columns
      where columns.pk > 0`.execute(database);
    const tables = await tablesOf(database, new Set(rows.map(({ key }) => key)));
    await database.destroy();
    await rm(directory, { recursive: true, force: true });
    expect(tables).toEqual(Object.fromEntries(described));
  });

  it.skipIf(withoutPostgres)('on PostgreSQL', async () => {
    const url = await newDatabase();
    const { database } = openPostgres({ url, connections: 1, onError: () => undefined });
    const tables = await tablesOf(database, new Set());
    await database.destroy();
    expect(tables).toEqual(Object.fromEntries(described));
  });
});
