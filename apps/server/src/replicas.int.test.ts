// SPDX-License-Identifier: Apache-2.0
/** Several servers on one PostgreSQL, as processes of their own: what one of them was told, all of them know. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { resultMessageSchema } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import { phantomChunks } from '@perfuse/phantom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actionOf } from './testing/chunks.ts';
import { call, TestSocket } from './testing/client.ts';
import { startPostgres, withoutPostgres, type TestPostgres } from './testing/postgres.ts';
import { runServer, startProcess, type ServerProcess } from './testing/process.ts';
import { temporaryFolder } from './testing/server.ts';

const BPM = 66;
const payloads = phantomChunks({ bpm: BPM, snr: 12, seed: 3 }).map((chunk) =>
  Buffer.from(encodeChunk(chunk)).toString('base64'),
);
const LAST = payloads.length - 1;
const RESULTS = 'RESULT0001';
const tokenOf = z.object({ Token: z.string() });
const idOf = z.object({ ID: z.string() });
const studyOf = z.object({ studyId: z.string() });

interface Person {
  readonly token: string;
  readonly id: string;
  readonly socket: TestSocket;
}

describe.skipIf(withoutPostgres)('two servers on one database', () => {
  let postgres: TestPostgres;
  let directory: string;
  let environment: NodeJS.ProcessEnv;
  let servers: ServerProcess[];

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  beforeEach(async () => {
    directory = await temporaryFolder();
    environment = {
      DATABASE_URL: await postgres.create(),
      PERFUSE_SECRETS_FILE: path.join(directory, 'secrets.json'),
      PERFUSE_DATABASE_CONNECTIONS: '4',
      PERFUSE_WORKERS: '1',
    };
    servers = [];
    // At once, on an empty database: one of them sets it up, and both use what it made.
    await Promise.all([start('a'), start('b')]);
  });
  afterEach(async () => {
    for (const { child, exited } of servers) {
      child.kill('SIGKILL');
      await exited;
    }
    await rm(directory, { recursive: true, force: true });
  });

  async function start(name: string): Promise<void> {
    const server = await startProcess({
      ...environment,
      PERFUSE_DATA_DIR: path.join(directory, name),
    });
    servers.push(server);
  }
  const server = (at: number): ServerProcess => servers[at] ?? expect.fail('no such server');

  async function connect(to: ServerProcess, token: string, id: string): Promise<TestSocket> {
    const socket = new TestSocket(`ws://${to.host}/analysis`);
    await socket.opened();
    await socket.ask(ACTIONS.loginWithToken, { Token: token });
    const body = { Params: { ID: id }, RequestID: RESULTS };
    expect(await socket.ask(ACTIONS.subscribeResults, body)).toMatchObject({ status: 200 });
    return socket;
  }

  async function begin(at: ServerProcess): Promise<Person> {
    const { Token: token } = tokenOf.parse((await call(at, 'POST', '/api/token')).body);
    const { studyId } = studyOf.parse((await call(at, 'GET', '/api/study')).body);
    const body = { StudyID: studyId };
    const created = await call(at, 'POST', '/analysis/measurements', { token, body });
    const { ID: id } = idOf.parse(created.body);
    return { token, id, socket: await connect(at, token, id) };
  }

  async function send({ socket, id }: Person, from: number, to: number): Promise<void> {
    for (const [at, Payload] of payloads.entries()) {
      if (at < from || at >= to) continue;
      const Action = actionOf(at, payloads.length);
      const answer = await socket.ask(ACTIONS.data, { Params: { ID: id }, Action, Payload });
      expect(answer).toMatchObject({ status: 200, body: { ChunkOrder: at } });
    }
  }

  /** Chunks whose results came, in the order they came in. */
  async function results(socket: TestSocket): Promise<readonly number[]> {
    const frames = await socket.resultCount(RESULTS, payloads.length);
    return frames.map(({ body }) =>
      Number(resultMessageSchema.parse(body).MeasurementDataID.split(':')[1]),
    );
  }
  const everyResult = payloads.map((_payload, at) => at);

  function heartRate(socket: TestSocket): number {
    const { Channels } = resultMessageSchema.parse(socket.results(RESULTS).at(-1)?.body);
    return (Channels['HR_BPM']?.Data[0] ?? 0) / 10_000;
  }

  it('send every result to every subscriber, wherever the chunk came in, once and in order', async () => {
    const person = await begin(server(0));
    const elsewhere = await connect(server(1), person.token, person.id);
    await send(person, 0, payloads.length);
    for (const socket of [person.socket, elsewhere]) {
      expect(await results(socket)).toEqual(everyResult);
      expect(Math.abs(heartRate(socket) - BPM)).toBeLessThan(3);
    }
  });

  it('go on with a measurement whose websocket moves from one to the other', async () => {
    const person = await begin(server(0));
    await send(person, 0, 3);
    person.socket.socket.terminate();
    const socket = await connect(server(1), person.token, person.id);
    // The client cannot know whether its last chunk arrived, so it sends that one again.
    await send({ ...person, socket }, 2, payloads.length);
    expect(await results(socket)).toEqual(everyResult);
    expect(Math.abs(heartRate(socket) - BPM)).toBeLessThan(3);
  });

  it('lose nothing that was acknowledged when one is killed in the middle of measurements', async () => {
    const people = await Promise.all([0, 1, 0, 1].map((at) => begin(server(at))));
    await Promise.all(people.map((person) => send(person, 0, 4)));
    const dead = server(0);
    dead.child.kill('SIGKILL');
    await dead.exited;
    const after = await Promise.all(
      people.map(async (person, at) => {
        const isOnDead = at % 2 === 0;
        const socket = isOnDead ? await connect(server(1), person.token, person.id) : person.socket;
        await send({ ...person, socket }, 4, payloads.length);
        return socket;
      }),
    );
    for (const socket of after) {
      expect(await results(socket)).toEqual(everyResult);
      expect(Math.abs(heartRate(socket) - BPM)).toBeLessThan(3);
    }
  });

  it('go on after the database was killed under them', async () => {
    const person = await begin(server(0));
    await send(person, 0, 2);
    await postgres.kill();
    const away = await call(server(1), 'GET', '/health/ready');
    expect(away.status).toBe(503);
    const lost = await person.socket.ask(ACTIONS.data, {
      Params: { ID: person.id },
      Action: actionOf(2, payloads.length),
      Payload: payloads[2],
    });
    expect(lost.status).toBe(503);
    await postgres.start();
    await expect
      .poll(async () => (await call(server(0), 'GET', '/health/ready')).status, { timeout: 20_000 })
      .toBe(200);
    await send(person, 2, payloads.length);
    expect(await results(person.socket)).toEqual(everyResult);
    expect(Math.abs(heartRate(person.socket) - BPM)).toBeLessThan(3);
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

  it('exit cleanly when they are asked to', async () => {
    expect(LAST).toBeGreaterThan(0);
    server(0).child.kill('SIGTERM');
    expect(await server(0).exited, server(0).output()).toBe(0);
    expect((await call(server(1), 'GET', '/health/ready')).status).toBe(200);
  });
});
