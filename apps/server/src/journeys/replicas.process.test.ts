// SPDX-License-Identifier: Apache-2.0
/** Several servers on one PostgreSQL, as separate processes: what one of them stores, all of them know. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_RATES } from '../platform/config/settings.ts';
import { call, cookieOf, TestSocket } from '@perfuse/testing/client';
import { done } from '../testing/command.ts';
import {
  begin,
  contents,
  everyResult,
  expectAllResults,
  follow,
  send,
  sendOne,
} from '@perfuse/testing/measuring';
import { newEmail, pairOf, signIn, signUp, type Pair } from '../testing/people.ts';
import { startPostgres, withoutPostgres, type TestPostgres } from '@perfuse/testing/postgres';
import { refusal } from '@perfuse/testing/refusal';
import { runServer, startProcess, type ServerProcess } from '../testing/process.ts';
import { secondStep, stepOf, twoStepPerson } from '../testing/second-factor.ts';
import { temporaryFolder } from '../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

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
      PERFUSE_TRUST_PROXY: 'loopback',
    };
    // Started simultaneously on an empty database: one of them sets it up, and both use the result.
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

  it('send every result to every subscriber once and in order, whichever server received the chunk', async () => {
    const person = await begin(server(0));
    const elsewhere = await follow(server(1), person);
    await send(person, 0);
    for (const socket of [person.socket, elsewhere]) await expectAllResults(socket);
  });

  it('share the rate-limit counts of an address for strict routes and for refused requests', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const ask = (at: number) => call(server(at % 2), 'POST', '/api/token', { headers });
    for (let count = 1; count <= DEFAULT_RATES.strict; count += 1) {
      const answer = await ask(count);
      expect(answer.status).toBe(200);
      const left = String(DEFAULT_RATES.strict - count);
      expect(answer.headers.get('x-ratelimit-remaining')).toBe(left);
    }
    for (const at of [0, 1]) {
      const answer = await ask(at);
      expect(answer).toMatchObject(refusal(429, 'RATE_LIMIT'));
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      const body = { Token: 'a.b.c', RefreshToken: 'a'.repeat(43) };
      const stale = await call(server(at), 'POST', '/api/auths/renew', { headers, body });
      expect(stale).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT' } });
    }
  });

  it('continue a measurement whose websocket moves from one server to the other', async () => {
    const person = await begin(server(0));
    await send(person, 0, 3);
    person.socket.socket.terminate();
    const socket = await follow(server(1), person);
    // The client cannot know whether its last chunk arrived, so it sends that one again.
    await send({ ...person, socket }, 2);
    await expectAllResults(socket);
  });

  it('give byte-identical results when chunks alternate between them', async () => {
    const [person, other] = [await begin(server(0)), await begin(server(0))];
    await send(other, 0);
    const sockets = [person.socket, await follow(server(1), person)];
    for (const at of everyResult) {
      const socket = sockets[at % 2] ?? expect.fail();
      await send({ ...person, socket }, at, at + 1);
    }
    expect(await contents(person.socket)).toEqual(await contents(other.socket));
  });

  it('load new keys at run time: sessions stay valid, and a removed key is no longer accepted', async () => {
    const email = newEmail();
    await signUp(server(0), email);
    const session = pairOf(await signIn(server(0), email));
    const saved = await call(server(0), 'POST', '/api/userData', { body: { userData: 'kept' } });
    const cookie = cookieOf(saved);
    const device = pairOf(await call(server(0), 'POST', '/api/token'));
    const measuring = await begin(server(0));
    await send(measuring, 0, 2);

    const keyOf = ({ Token }: Pair): unknown => decodeProtectedHeader(Token).kid;
    const options = { directory: path.join(directory, 'a'), environment };
    const listed = z.array(z.object({ kind: z.string(), kid: z.string(), state: z.string() }));
    const rotated = await done(listed, ['secrets', 'rotate', '--in', '0'], options);
    const keys = rotated.filter(({ kind }) => kind === 'signing');
    expect(keys.map(({ kid }) => kid)).toContain(keyOf(device));
    server(0).child.kill('SIGHUP');
    const fresh = await until(async () => {
      const pair = pairOf(await call(server(0), 'POST', '/api/token'));
      return keyOf(pair) === keys.at(-1)?.kid ? pair : undefined;
    }, 'a token by the new key');

    const verified = async (at: number, token: string): Promise<number> =>
      (await call(server(at), 'GET', '/analysis/auth', { token })).status;
    // The second server was not notified: it re-reads the file for an unknown key.
    await expect.poll(() => verified(1, fresh.Token)).toBe(200);
    for (const { Token } of [device, session, fresh]) {
      expect([await verified(0, Token), await verified(1, Token)]).toEqual([200, 200]);
    }
    const renewed = pairOf(await call(server(1), 'POST', '/api/auths/renew', { body: session }));
    expect(await verified(0, renewed.Token)).toBe(200);
    const kept = await call(server(1), 'GET', '/api/userData', { headers: { cookie } });
    expect(kept.body).toEqual({ userData: 'kept' });
    await send(measuring, 2);
    await expectAllResults(measuring.socket);

    await done(listed, ['secrets', 'remove', String(keyOf(device)), '--yes'], options);
    for (const at of [0, 1]) {
      server(at).child.kill('SIGHUP');
      await expect.poll(() => verified(at, device.Token)).toBe(401);
      expect(await verified(at, fresh.Token)).toBe(200);
    }
  });

  it('recover after the database was killed', async () => {
    const person = await begin(server(0));
    await send(person, 0, 2);
    // The server closes the socket after half a minute without the database.
    const sentAway = person.socket.closed();
    await postgres.kill();
    expect(await readiness(1)).toBe(503);
    expect([503, 1001]).toContain(await Promise.race([sentAway, sendOne(person, 2)]));
    await postgres.start();
    await expect.poll(() => readiness(0)).toBe(200);
    const socket = await follow(server(0), person);
    await send({ ...person, socket }, 2);
    await expectAllResults(socket);
  });

  it('re-encrypt values of an older key, each row once, and both can decrypt them', async () => {
    const options = { directory: path.join(directory, 'a'), environment };
    const ada = await twoStepPerson(server(0));
    const hooks = z.array(z.object({ secret: z.string() }));
    const signed = await done(hooks, ['webhook', 'secrets'], options);

    const listed = z.array(
      z.object({ kind: z.string(), kid: z.string(), encrypted: z.nullable(z.int()) }),
    );
    const rotate = ['secrets', 'rotate', '--only', 'encryption', '--in', '0'];
    const keys = (await done(listed, rotate, options)).filter(({ kind }) => kind === 'encryption');
    const [before, fresh] = keys.slice(-2);
    expect(before?.encrypted).toBeGreaterThanOrEqual(2);
    expect(fresh?.encrypted).toBe(0);
    const earlier = servers.map(({ output }) => output().length);
    for (const at of [0, 1]) server(at).child.kill('SIGHUP');
    const anew = (): number => {
      const counts = servers.flatMap(({ output }, at) => [
        ...output()
          .slice(earlier[at])
          .matchAll(/"count":(\d+),[^\n]*re-encrypted/g),
      ]);
      return counts.reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const all = before?.encrypted ?? Number.NaN;
    await until(() => (anew() >= all ? true : undefined), 'all re-encrypted');

    // It would be refused while anything needs the key.
    await done(listed, ['secrets', 'remove', before?.kid ?? '', '--yes'], options);
    for (const at of [0, 1]) {
      const step = stepOf(await signIn(server(at), ada.email));
      expect((await secondStep(server(at), step, ada.app.fresh(Date.now()))).status).toBe(200);
    }
    expect(await done(hooks, ['webhook', 'secrets'], options)).toEqual(signed);
    expect(anew()).toBe(all);
  });

  it('refuse a third server with different secrets', async () => {
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

  it('let one server stop while clients are connected: it exits once their measurements are complete', async () => {
    const leaving = await start('leaving');
    servers.push(leaving);
    const people = await Promise.all([begin(leaving), begin(leaving)]);
    const elsewhere = await begin(server(1));
    const onlooker = { ...elsewhere, socket: await follow(leaving, elsewhere) };
    await Promise.all(people.map((person) => send(person, 0, 2)));
    leaving.child.kill('SIGTERM');
    await expect.poll(async () => (await call(leaving, 'GET', '/health/ready')).status).toBe(503);
    // A client whose network breaks now is sent to another server, whether it then hangs up or keeps the connection.
    const turnedAway = new TestSocket(`ws://${leaving.host}/analysis`);
    await expect(turnedAway.opened()).rejects.toThrow('refused with 503');
    await Promise.all(people.map((person) => send(person, 2)));
    for (const { socket } of people) await expectAllResults(socket);
    expect(await leaving.exited, leaving.output()).toBe(0);
    // The close frame told it to open a socket elsewhere.
    expect(onlooker.socket.socket.readyState).not.toBe(onlooker.socket.socket.OPEN);
    await send({ ...onlooker, socket: await follow(server(1), onlooker) }, 0, 1);
  });

  it('lose no acknowledged chunk when one server is killed during measurements', async () => {
    const people = await Promise.all([0, 0, 0].map((at) => begin(server(at))));
    // While the other one is suspended, this one has all the work.
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
        await expectAllResults(socket);
      }),
    );
  });
});
