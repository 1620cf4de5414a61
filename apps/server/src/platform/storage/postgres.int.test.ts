// SPDX-License-Identifier: Apache-2.0
/** A PostgreSQL whose machine disappears: nothing is received over existing connections. */
import { withoutPostgres } from '@perfuse/testing/postgres';
import { until } from '@perfuse/testing/waiting';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { emptyDatabase } from '../../testing/run.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { isDatabaseAway, openPostgres } from './postgres.ts';

const SILENCE_MS = 300;
const open = new Set<{ end: () => unknown }>();
afterEach(async () => {
  for (const one of open) await one.end();
  open.clear();
});

it.skipIf(withoutPostgres)('a silent PostgreSQL is detected, and reconnected to', async () => {
  const way = await startDatabaseProxy(await emptyDatabase());
  open.add(way);
  const { url, fallSilent } = way;
  const { database } = openPostgres({
    url,
    connections: 1,
    silenceMs: SILENCE_MS,
    onError: () => undefined,
  });
  open.add({ end: () => database.destroy() });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(database);
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  fallSilent();
  const error = await ask().catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  // On a busy machine an answer may take longer than the silence that is allowed here.
  const found = await until(() => ask().catch(() => undefined), 'the database again');
  expect(found.rows).toEqual([{ one: 1 }]);
});

it.skipIf(withoutPostgres).each([
  [{}, '30s', '30s'],
  [{ withoutTimeouts: true }, '0', '0'],
  [{ withoutTimeouts: true, idleMs: 60_000 }, '0', '1min'],
])(
  'sets its own limits of statements and idle transactions, whatever the database sets: %o',
  async (limits, longest, idle) => {
    const url = await emptyDatabase();
    const open = () =>
      openPostgres({ url, connections: 1, ...limits, onError: () => undefined }).database;
    const before = open();
    const name = sql.id(new URL(url).pathname.slice(1));
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await sql`alter database ${name} set ${sql.raw(limit)} = '7s'`.execute(before);
    await before.destroy();
    const database = open();
    const statement = await sql`show statement_timeout`.execute(database);
    const transaction = await sql`show idle_in_transaction_session_timeout`.execute(database);
    await database.destroy();
    expect(statement.rows).toEqual([{ statement_timeout: longest }]);
    expect(transaction.rows).toEqual([{ idle_in_transaction_session_timeout: idle }]);
  },
);
