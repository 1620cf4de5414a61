// SPDX-License-Identifier: Apache-2.0
/** Several servers on one PostgreSQL, as processes of their own: what one of them was told, all of them know. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './testing/client.ts';
import { begin, expectWhole, follow, send, sendOne } from './testing/measuring.ts';
import { startPostgres, withoutPostgres, type TestPostgres } from './testing/postgres.ts';
import { runServer, startProcess, type ServerProcess } from './testing/process.ts';
import { temporaryFolder } from './testing/server.ts';

describe.skipIf(withoutPostgres)('two servers on one database', () => {
  let postgres: TestPostgres;
  let directory: string;
  let environment: NodeJS.ProcessEnv;
  let servers: ServerProcess[];

  beforeAll(async () => {
    postgres = await startPostgres();
    directory = await temporaryFolder();
    environment = {
      DATABASE_URL: await postgres.create(),
      PERFUSE_SECRETS_FILE: path.join(directory, 'secrets.json'),
      PERFUSE_DATABASE_CONNECTIONS: '4',
      PERFUSE_WORKERS: '1',
    };
    // At once, on an empty database: one of them sets it up, and both use what it made.
    servers = await Promise.all([start('a'), start('b')]);
  });
  afterAll(async () => {
    for (const { child, exited } of servers) {
      child.kill('SIGKILL');
      await exited;
    }
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const start = (name: string): Promise<ServerProcess> =>
    startProcess({ ...environment, PERFUSE_DATA_DIR: path.join(directory, name) });
  const server = (at: number): ServerProcess => servers[at] ?? expect.fail('no such server');
  const readiness = async (at: number): Promise<number> =>
    (await call(server(at), 'GET', '/health/ready')).status;

  it('send every result to every subscriber, wherever the chunk came in, once and in order', async () => {
    const person = await begin(server(0));
    const elsewhere = await follow(server(1), person);
    await send(person, 0);
    for (const socket of [person.socket, elsewhere]) await expectWhole(socket);
  });

  it('go on with a measurement whose websocket moves from one to the other', async () => {
    const person = await begin(server(0));
    await send(person, 0, 3);
    person.socket.socket.terminate();
    const socket = await follow(server(1), person);
    // The client cannot know whether its last chunk arrived, so it sends that one again.
    await send({ ...person, socket }, 2);
    await expectWhole(socket);
  });

  it('go on after the database was killed under them', async () => {
    const person = await begin(server(0));
    await send(person, 0, 2);
    await postgres.kill();
    expect(await readiness(1)).toBe(503);
    expect(await sendOne(person, 2)).toBe(503);
    await postgres.start();
    await expect.poll(() => readiness(0), { timeout: 20_000 }).toBe(200);
    await send(person, 2);
    await expectWhole(person.socket);
  });

  it('refuse a third with secrets of its own', async () => {
    const { code, output } = await runServer({
      ...environment,
      PERFUSE_DATA_DIR: path.join(directory, 'c'),
      PERFUSE_SECRETS_FILE: path.join(directory, 'other.json'),
    });
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('share one PERFUSE_SECRETS_FILE') as unknown,
    });
  });

  it('lose nothing that was acknowledged when one is killed in the middle of measurements', async () => {
    const people = await Promise.all([0, 0, 0].map((at) => begin(server(at))));
    // While the other one is held up, this one has all the work in hand.
    server(1).child.kill('SIGSTOP');
    await Promise.all(people.map((person) => send(person, 0, 4)));
    const dead = server(0);
    dead.child.kill('SIGKILL');
    await dead.exited;
    server(1).child.kill('SIGCONT');
    await Promise.all(
      people.map(async (person) => {
        const socket = await follow(server(1), person);
        await send({ ...person, socket }, 4);
        await expectWhole(socket);
      }),
    );
  });
});
