// SPDX-License-Identifier: Apache-2.0
/** A PostgreSQL whose machine disappears: nothing comes back over the connections that there are. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { until } from '@perfuse/testing/waiting';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { emptyDatabase } from '../../testing/run.ts';
import { isDatabaseAway, openPostgres } from './postgres.ts';

const SILENCE_MS = 300;
const open = new Set<{ end: () => unknown }>();
afterEach(async () => {
  for (const one of open) await one.end();
  open.clear();
});

/** A way to the database that swallows what comes once it is told to, and lets new connections through. */
async function wayTo(address: string) {
  const url = new URL(address);
  const directory = url.searchParams.get('host');
  const swallowing = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing =
      directory === null
        ? connect(Number(url.port || 5432), url.hostname)
        : connect(`${directory}/.s.PGSQL.${url.searchParams.get('port') ?? (url.port || '5432')}`);
    let isSilent = false;
    for (const socket of [incoming, outgoing]) socket.on('error', () => undefined);
    incoming.on('data', (bytes) => isSilent || outgoing.write(bytes));
    outgoing.on('data', (bytes) => isSilent || incoming.write(bytes));
    incoming.on('close', () => outgoing.destroy());
    silences.push(() => {
      isSilent = true;
    });
    swallowing.add(incoming);
  });
  const silences: (() => void)[] = [];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.add({
    end: () => {
      for (const socket of swallowing) socket.destroy();
      server.close();
    },
  });
  const { port } = server.address() as AddressInfo;
  const through = new URL(address);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  through.searchParams.delete('host');
  through.searchParams.delete('port');
  return { url: through.href, fallSilent: () => silences.forEach((fall) => fall()) };
}

it.skipIf(withoutPostgres)('is known to be away, and found again where it is now', async () => {
  const { url, fallSilent } = await wayTo(await emptyDatabase());
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
  [false, '30s'],
  [true, '0'],
])('limits statements by itself, whatever is set there: %s', async (withoutTimeouts, expected) => {
  const url = await emptyDatabase();
  const open = () =>
    openPostgres({ url, connections: 1, withoutTimeouts, onError: () => undefined }).database;
  const before = open();
  const name = sql.id(new URL(url).pathname.slice(1));
  await sql`alter database ${name} set statement_timeout = '7s'`.execute(before);
  await before.destroy();
  const database = open();
  const { rows } = await sql`show statement_timeout`.execute(database);
  await database.destroy();
  expect(rows).toEqual([{ statement_timeout: expected }]);
});
