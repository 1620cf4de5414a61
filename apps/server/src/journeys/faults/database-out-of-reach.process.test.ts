// SPDX-License-Identifier: Apache-2.0
/**
 * Only one of two servers loses the database, because of a firewall or a route. The other one has room for its people.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { call, TestSocket } from '@perfuse/testing/client';
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { begin, expectAllResults, follow, send, sendOne } from '@perfuse/testing/measuring';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realWorker } from '../../testing/bundled.ts';
import { newDatabase } from '../../testing/run.ts';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../../testing/database-proxy.ts';

describe.skipIf(withoutPostgres)('a server cut off from the database while another is not', () => {
  let directory: string;
  let way: DatabaseProxy;
  let cutOff: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    directory = await temporaryFolder();
    const database = await newDatabase();
    way = await startDatabaseProxy(database);
    const workerFile = await realWorker();
    const start = (name: string, url: string): Promise<TestServer> =>
      startServer({
        directory: path.join(directory, name),
        workerFile,
        socketTimes: { ping: 25_000, login: 10_000, withoutDatabase: 0 },
        environment: {
          DATABASE_URL: url,
          PERFUSE_SECRETS_FILE: path.join(directory, 'secrets.json'),
          PERFUSE_DATABASE_CONNECTIONS: '4',
          PERFUSE_WORKERS: '1',
        },
      });
    cutOff = await start('a', way.url);
    other = await start('b', database);
  });
  afterAll(async () => {
    way.cut();
    await cutOff.stop();
    way.end();
    await other.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const readiness = async () => (await call(cutOff, 'GET', '/health/ready')).status;

  it('closes its sockets so that clients continue on another server, until the database is back', async () => {
    const person = await begin(cutOff);
    await send(person, 0, 2);
    const closed = person.socket.closed();
    way.cut();
    expect(await sendOne(person, 2)).toBe(503);
    expect(await closed).toBe(1001);
    const socket = await follow(other, person);
    await send({ ...person, socket }, 2);
    await expectAllResults(socket);

    // The socket is not refused: a browser cannot distinguish a refused one from a lost network, and stops retrying
    // earlier.
    const early = new TestSocket(`ws://${cutOff.host}/analysis`);
    await early.opened();
    const logIn = { Token: person.token };
    expect(await early.ask(ACTIONS.loginWithToken, logIn)).toMatchObject({ status: 503 });
    expect(await readiness()).toBe(503);

    way.mend();
    await expect.poll(readiness).toBe(200);
    expect(await early.ask(ACTIONS.loginWithToken, logIn)).toMatchObject({ status: 200 });
    for (const open of [early, socket]) open.socket.close();
  });

  it('reports itself unavailable before requests that wait for a silent database are answered', async () => {
    const { socket, token } = await begin(cutOff);
    const closed = socket.closed();
    way.fallSilentForGood();
    const waiting = call(cutOff, 'GET', '/analysis/studies', { token }).then(() => 'an answer');
    expect(await Promise.race([waiting, readiness()])).toBe(503);
    expect(await Promise.race([waiting, closed])).toBe(1001);
    const next = new TestSocket(`ws://${cutOff.host}/analysis`);
    await next.opened();
    const login = next.ask(ACTIONS.loginWithToken, { Token: token });
    expect(await Promise.race([waiting, login])).toMatchObject({ status: 503 });
    next.socket.close();
    way.cut();
    await waiting;
  });
});
