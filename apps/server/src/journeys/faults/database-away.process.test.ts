// SPDX-License-Identifier: Apache-2.0
/** What happens to measurements while the database is unavailable; docs/reliability.md describes the same for 30 s. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realWorker } from '../../testing/bundled.ts';
import { call } from '@perfuse/testing/client';
import { begin, expectAllResults, follow, send, sendOne } from '@perfuse/testing/measuring';
import { startPostgres, withoutPostgres, type TestPostgres } from '@perfuse/testing/postgres';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

const HOUR = 3_600_000;
const AT_ONCE = 24;

describe.skipIf(withoutPostgres)('a server whose database is lost and comes back', () => {
  let postgres: TestPostgres;
  let directory: string;
  let server: TestServer;
  beforeAll(async () => {
    postgres = await startPostgres();
    directory = await temporaryFolder();
    server = await startServer({
      directory,
      workerFile: await realWorker(),
      // Nothing may depend on the clock of this machine.
      now: () => Date.now() + HOUR,
      environment: {
        DATABASE_URL: await postgres.create(),
        PERFUSE_SECRETS_FILE: path.join(directory, 'secrets.json'),
        PERFUSE_DATABASE_CONNECTIONS: '4',
        PERFUSE_WORKERS: '1',
      },
    });
  });
  afterAll(async () => {
    await server.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const open = async () => call(server, 'POST', '/api/token');
  const readiness = async () => (await call(server, 'GET', '/health/ready')).status;

  it('pauses measurements, refuses new sessions, and then continues all measurements', async () => {
    const people = [await begin(server), await begin(server)];
    for (const person of people) await send(person, 0, 2);
    // The server closes the socket after half a minute without the database.
    const sentAway = people.map(({ socket }) => socket.closed());
    // In flight while the database stops: an acknowledged chunk must be stored.
    const underway = people.map((person) => sendOne(person, 2));
    await postgres.kill();
    for (const [at, status] of underway.entries()) {
      expect([200, 503, 1001]).toContain(await Promise.race([sentAway[at], status]));
    }

    expect(await readiness()).toBe(503);
    expect((await call(server, 'GET', '/health/live')).status).toBe(200);
    const refused = await Promise.all(Array.from({ length: AT_ONCE }, open));
    for (const { status, headers } of refused) {
      expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '2' });
    }
    for (const [at, person] of people.entries()) {
      expect([503, 1001]).toContain(await Promise.race([sentAway[at], sendOne(person, 2)]));
    }

    await postgres.start();
    await until(async () => ((await readiness()) === 200 ? true : undefined), 'readiness');
    const served = await Promise.all(Array.from({ length: AT_ONCE }, open));
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
    // The chunk that may have arrived is sent again.
    for (const person of people) {
      const socket = await follow(server, person);
      await send({ ...person, socket }, 2);
      await expectAllResults(socket);
    }
  });

  it('uses the clock of the database, not its own', async () => {
    const { id, token, socket } = await begin(server);
    const found = await call(server, 'GET', `/analysis/measurements/${id}`, { token });
    const { Created } = z.object({ Created: z.number() }).parse(found.body);
    expect(Math.abs(Created * 1000 - Date.now())).toBeLessThan(HOUR / 2);
    socket.socket.close();
  });
});
