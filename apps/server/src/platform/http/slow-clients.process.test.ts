// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, type Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { actionOf, smallPayloads } from '@perfuse/testing/chunks';
import { call, connect, guest, openMeasurement, TestSocket } from '@perfuse/testing/client';
import { PASSWORD, person } from '../../testing/people.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

const openConnections = (server: TestServer): Promise<number> =>
  new Promise((resolve, reject) => {
    server.app.http.server.getConnections((error, count) =>
      error === null ? resolve(count) : reject(error),
    );
  });

interface Line {
  readonly socket: Socket;
  /** What the server sent until it closed the connection. */
  readonly closed: Promise<string>;
}

/** A raw TCP connection. */
function line(server: TestServer): Line {
  const socket = dial(Number(new URL(server.origin).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => (heard += data.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  return { socket, closed };
}

/** Writes a few bytes repeatedly while the connection is open. */
function drip({ socket, closed }: Line, head: string, drop: string): Promise<string> {
  socket.write(head);
  const timer = setInterval(() => socket.write(drop), 20);
  return closed.finally(() => clearInterval(timer));
}

describe('deliberately slow clients', () => {
  const LARGE_BYTES = 64 * 2 ** 20;
  let server: TestServer;
  let files: string;

  beforeAll(async () => {
    files = await mkdtemp(path.join(tmpdir(), 'perfuse-large-'));
    await writeFile(path.join(files, 'index.html'), '<!doctype html>');
    const large = await open(path.join(files, 'large.bin'), 'w');
    await large.truncate(LARGE_BYTES);
    await large.close();
    server = await startServer({
      httpTimes: { headers: 300, request: 700, silence: 1_000, look: 50 },
      webBuilds: [{ directory: files, prefixes: ['/'] }],
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(files, { recursive: true });
  });

  it('get their answer when it takes longer than the idle timeout', async () => {
    const { Token } = await person(server);
    const { people } = server.app.accounts;
    const erase = people.erase.bind(people);
    vi.spyOn(people, 'erase').mockImplementationOnce(async (...of) => {
      await wait(3_000);
      await erase(...of);
    });
    const body = { password: PASSWORD };
    const erased = await call(server, 'POST', '/api/account/erase', { token: Token, body });
    server.app.http.server.closeIdleConnections();
    expect(erased.status).toBe(200);
  });

  it.each([
    ['headers', 'GET /api/status HTTP/1.1\r\nHost: localhost\r\n', 'X-More: 1\r\n'],
    [
      'body',
      'POST /api/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
      ' ',
    ],
    [
      'chunked body',
      'POST /api/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\n \r\n',
    ],
  ])('get 408 and are disconnected when their %s never ends', async (_name, head, drop) => {
    expect(await drip(line(server), head, drop)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each([
    ['of a length', 'Content-Length: 9999', '{"Name":'],
    ['in chunks', 'Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n'],
    ['of an unknown coding', 'Transfer-Encoding: chunkeds', '{}'],
  ])(
    'are not logged as an error when they leave before a body %s is complete',
    async (_, how, body) => {
      const { socket, closed } = line(server);
      const head = `POST /api/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${how}`;
      socket.end(`${head}\r\n\r\n${body}`);
      await closed;
      // Injected without a connection: one that stays open would be counted below.
      await server.app.http.inject('/api/status');
      expect(server.log.join('')).not.toContain('"level":"error"');
    },
  );

  it('are disconnected when they send nothing', async () => {
    await line(server).closed;
  });

  it('are disconnected when they do not read the answer they requested', async () => {
    const { socket } = line(server);
    socket.pause();
    socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await until(async () => ((await openConnections(server)) === 1 ? true : undefined));
    await until(async () => ((await openConnections(server)) === 0 ? true : undefined));
    expect(socket.bytesRead).toBeLessThan(LARGE_BYTES);
    socket.destroy();
  });
});

describe('one address', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({
      environment: { PERFUSE_SOCKETS_ADDRESS: '3', PERFUSE_CONNECTIONS_ADDRESS: '12' },
    });
  });
  afterAll(() => server.stop());

  it('holds a limited number of websockets, even without logging in', async () => {
    const url = `ws://${server.host}/analysis`;
    const held = [new TestSocket(url), new TestSocket(url), new TestSocket(url)];
    await Promise.all(held.map((socket) => socket.opened()));
    const before = await openConnections(server);
    await expect(new TestSocket(url).opened()).rejects.toThrow('refused with 429');
    // A refused client holds nothing, not even the connection.
    await until(async () => ((await openConnections(server)) <= before ? true : undefined));
    held[0]?.socket.close();
    const next = await until(async () => {
      const socket = new TestSocket(url);
      return socket.opened().then(
        () => socket,
        () => undefined,
      );
    });
    for (const { socket } of [...held, next]) socket.terminate();
  });

  it('is not charged a websocket for requests that Node does not upgrade', async () => {
    const { socket, closed } = line(server);
    // Without `Connection: Upgrade` these are ordinary requests, each on the connection of the one before.
    const head = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n';
    socket.write(`${`${head}\r\n`.repeat(4)}${head}Connection: close\r\n\r\n`);
    const answers = (await closed).match(/HTTP\/1\.1 \d+/g);
    expect(answers).toEqual(Array.from({ length: 5 }, () => 'HTTP/1.1 200'));
  });

  it('holds a limited number of idle connections, and is served again once they are closed', async () => {
    const lines = Array.from({ length: 40 }, () => line(server));
    let cut = 0;
    for (const { closed } of lines) void closed.then(() => (cut += 1));
    await until(() => (cut >= 28 ? true : undefined));
    expect(await openConnections(server)).toBeLessThanOrEqual(12);
    for (const { socket } of lines) socket.destroy();
    const answer = await until(() => call(server, 'GET', '/api/status').catch(() => undefined));
    expect(answer.status).toBe(200);
  });
});

describe('one customer with many IPv6 addresses', () => {
  const addressOf = (network: number, host: number): string =>
    `2001:db8:1:${String(network)}::${String(host)}`;

  it('is limited to as many websockets as one address', async () => {
    const server = await startServer({
      environment: { PERFUSE_SOCKETS_ADDRESS: '2', PERFUSE_TRUST_PROXY: 'loopback' },
    });
    const from = (address: string): TestSocket =>
      new TestSocket(`ws://${server.host}/analysis`, ['json'], {
        headers: { 'x-forwarded-for': address },
      });
    const held = [from(addressOf(1, 1)), from(addressOf(1, 2)), from(addressOf(2, 1))];
    await Promise.all(held.map((socket) => socket.opened()));
    await expect(from(addressOf(1, 3)).opened()).rejects.toThrow('refused with 429');
    for (const { socket } of held) socket.terminate();
    await server.stop();
  });

  it('is limited to as many connections as one address', async () => {
    const server = await startServer({ environment: { PERFUSE_CONNECTIONS_ADDRESS: '2' } });
    const from = (remoteAddress: string): Duplex => {
      const connection = Object.assign(new PassThrough(), { remoteAddress });
      server.app.http.server.emit('connection', connection);
      return connection;
    };
    const held = [from(addressOf(1, 1)), from(addressOf(1, 2)), from(addressOf(2, 1))];
    const refused = from(addressOf(1, 3));
    expect(held.some(({ destroyed }) => destroyed)).toBe(false);
    expect(refused.destroyed).toBe(true);
    for (const connection of held) connection.destroy();
    await server.stop();
  });
});

describe('a server that stops', () => {
  it('does not wait for connections that never finish a request', async () => {
    const server = await startServer();
    const lines = [line(server), line(server)];
    await Promise.all(
      lines.map(({ socket }) => new Promise((done) => socket.once('connect', done))),
    );
    lines[1]?.socket.write('GET /api/status HTTP/1.1\r\nHost: local');
    await until(async () => ((await openConnections(server)) === 2 ? true : undefined));
    await server.stop();
    await Promise.all(lines.map(({ closed }) => closed));
  });

  it('closes the connection of a pending request after its answer', async () => {
    const server = await startServer();
    const { http } = server.app;
    const isInHand = new Promise((resolve) => http.server.once('request', resolve));
    const { socket, closed } = line(server);
    const head = 'POST /api/token HTTP/1.1\r\nHost: local\r\nConnection: keep-alive\r\n';
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{`);
    await isInHand;
    const stopped = server.stop();
    await until(() => (http.server.listening ? undefined : true));
    socket.write('}');
    expect(await closed).toMatch(/^HTTP\/1\.1 200 /);
    await stopped;
  });
});

describe('websockets', () => {
  const NEVER = 600_000;

  it('that do not read are disconnected before their send buffer grows, without affecting others', async () => {
    const server = await startServer({ socketTimes: { ping: NEVER, login: NEVER } });
    const { Token } = await guest(server);
    const other = await connect(server, Token);
    const deaf = new TestSocket(`ws://${server.host}/analysis`);
    await deaf.opened();
    deaf.socket.pause();
    const isGone = new Promise<true>((resolve) => deaf.socket.once('close', () => resolve(true)));
    // Each is answered; the answers fill the buffers of both ends and then those of the server.
    const flood = async (): Promise<true> => {
      while (deaf.socket.readyState === deaf.socket.OPEN) {
        for (let n = 0; n < 500; n += 1) deaf.socket.send('9999FLOODFLOOD');
        await new Promise((resolve) => deaf.socket.send('9999FLOODFLOOD', resolve));
      }
      return true;
    };
    await Promise.race([isGone, flood()]);
    await expect(other.ask(ACTIONS.loginWithToken, { Token })).resolves.toMatchObject({
      status: 200,
    });
    deaf.socket.terminate();
    other.socket.close();
    await server.stop();
  });

  it('that are half open are disconnected by the ping, and the measurement continues over another', async () => {
    const server = await startServer({ socketTimes: { ping: 1_000, login: NEVER } });
    const { Token } = await guest(server);
    const id = await openMeasurement(server, Token);
    const payloads = smallPayloads();
    const send = (socket: TestSocket, at: number): Promise<unknown> =>
      socket.ask(ACTIONS.data, {
        Params: { ID: id },
        Action: actionOf(at, payloads.length),
        Payload: payloads[at] ?? '',
      });
    const lost = new TestSocket(`ws://${server.host}/analysis`, ['json'], { autoPong: false });
    let isConnected = true;
    lost.socket.on('ping', () => isConnected && lost.socket.pong());
    await lost.opened();
    const gone = lost.closed();
    await lost.ask(ACTIONS.loginWithToken, { Token });
    await expect(send(lost, 0)).resolves.toMatchObject({ status: 200 });
    isConnected = false;
    await expect(gone).resolves.toBe(1006);

    const next = await connect(server, Token);
    await next.ask(ACTIONS.subscribeResults, { Params: { ID: id }, RequestID: 'RESULT0001' });
    for (const at of payloads.keys()) {
      // The first is sent once more: its answer may have been lost with the socket.
      await expect(send(next, at)).resolves.toMatchObject({ status: 200 });
    }
    await expect(next.resultCount('RESULT0001', payloads.length)).resolves.toHaveLength(6);
    next.socket.close();
    await server.stop();
  });
});
