// SPDX-License-Identifier: Apache-2.0
/** What one client may send, and what happens when it sends more. */
import { connect as connectTcp } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { ACTIONS, encodeRequest } from '@perfuse/contract/analysis/frames';
import { actionOf, smallPayloads } from '@perfuse/testing/chunks';
import { connect, guest, openMeasurement, TestSocket } from '@perfuse/testing/client';
import { upgradeRequest } from '@perfuse/testing/hostile-requests';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../testing/server.ts';

const NEVER = 600_000;

/** Sends more at once than any client of the protocol does, until it is cut off. */
async function flood({ socket }: TestSocket, send: () => void): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (let round = 0; round < 20 && socket.readyState === socket.OPEN; round += 1) {
    for (let n = 0; n < 2_000; n += 1) send();
    await turn();
  }
  await closed;
}

describe('a socket that sends too much', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer({ socketTimes: { ping: NEVER, login: NEVER } });
  });
  afterEach(() => server.stop());

  const opened = async (): Promise<TestSocket> => {
    const socket = new TestSocket(`ws://${server.host}/analysis`);
    await socket.opened();
    return socket;
  };
  const loggedIn = async (): Promise<TestSocket> => connect(server, (await guest(server)).Token);

  it.each<[string, (client: TestSocket) => void]>([
    ['messages', ({ socket }) => socket.send('0999REQUEST001{}')],
    ['messages without a header', ({ socket }) => socket.send('')],
    ['pings', ({ socket }) => socket.ping()],
    ['pongs', ({ socket }) => socket.pong()],
  ])(
    'is closed for too many %s, before and after a login, without affecting others',
    async (_what, send) => {
      const bystander = await loggedIn();
      for (const client of [await opened(), await loggedIn()]) {
        await flood(client, () => send(client));
      }
      expect(await bystander.ask(ACTIONS.data, {})).toMatchObject({ status: 400 });
      bystander.socket.close();
    },
  );

  it('is closed for pongs between the fragments of a message', async () => {
    const client = await loggedIn();
    client.socket.send('0', { fin: false });
    await flood(client, () => client.socket.pong());
  });

  it('may send a message in at most 512 fragments', async () => {
    const client = await loggedIn();
    const inParts = (count: number): void => {
      const head = `${ACTIONS.data}REQUEST001`;
      client.socket.send(head, { fin: false });
      for (let n = 2; n < count; n += 1) client.socket.send(' ', { fin: false });
      client.socket.send('{}', { fin: true });
    };
    inParts(512);
    await client.until((frames) => frames.find(({ requestId }) => requestId === 'REQUEST001'));
    const closed = client.closed();
    inParts(513);
    await expect(closed).resolves.toBe(1008);
  });

  it('is answered sixteen times before it logs in, then closed', async () => {
    const client = await opened();
    for (let n = 0; n < 16; n += 1) {
      expect(await client.ask(ACTIONS.data, {})).toMatchObject({ status: 401 });
    }
    const closed = client.closed();
    client.socket.send(encodeRequest(ACTIONS.data, 'REQUEST001', {}));
    await closed;
    expect(client.frames).toHaveLength(16);
  });

  it('blocks new sockets from its address after being closed twenty times in a minute', async () => {
    const patient = await loggedIn();
    for (let n = 0; n < 20; n += 1) {
      const client = await opened();
      const closed = client.closed();
      for (let sent = 0; sent < 17; sent += 1) client.socket.send('');
      await closed;
    }
    await expect(opened()).rejects.toThrow('refused with 429');
    // Sockets that were open before stay open.
    expect(await patient.ask(ACTIONS.data, {})).toMatchObject({ status: 400 });
    patient.socket.close();
  });

  it('is not one that resends eight measurements at once', async () => {
    const { Token } = await guest(server);
    const client = await connect(server, Token);
    const ids = await Promise.all(Array.from({ length: 8 }, () => openMeasurement(server, Token)));
    const [payload = ''] = smallPayloads();
    let sent = 0;
    const send = (action: (typeof ACTIONS)[keyof typeof ACTIONS], body: unknown): void => {
      client.socket.send(encodeRequest(action, client.nextId(action), body));
      sent += 1;
    };
    for (const ID of ids) {
      send(ACTIONS.subscribeResults, { Params: { ID }, RequestID: 'RESULT0001' });
      // The first chunk, as many times as there are chunks in two minutes.
      for (let n = 0; n < 120; n += 1) {
        send(ACTIONS.data, { Params: { ID }, Action: actionOf(0, 120), Payload: payload });
      }
    }
    await client.until((frames) => {
      const answers = frames.filter(({ requestId }) => requestId !== 'RESULT0001');
      return answers.length > sent ? true : undefined;
    });
    expect(client.frames.filter(({ status }) => status !== 200)).toEqual([]);
    client.socket.close();
  });
});

/** A client's frame with a zero mask. */
const frame = (opcode: number, payload: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]),
    payload,
  ]);
const BINARY = 2;
const CLOSE = 0x88;

describe('a socket that has timed out', () => {
  it('is terminated if it does not answer the close frame, and nothing is read from it afterwards', async () => {
    const server = await startServer({ socketTimes: { ping: NEVER, login: 100 } });
    const { Token } = await guest(server);
    const ID = await openMeasurement(server, Token);
    const [Payload = ''] = smallPayloads();
    const late = [
      encodeRequest(ACTIONS.loginWithToken, 'REQUEST001', { Token }),
      encodeRequest(ACTIONS.data, 'REQUEST002', {
        Params: { ID },
        Action: 'FIRST::PROCESS',
        Payload,
      }),
    ];
    const socket = connectTcp(Number(server.host.split(':')[1]), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (data[0] !== CLOSE) return;
      for (const message of late) socket.write(frame(BINARY, message));
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(upgradeRequest('/analysis'));
    await closed;
    const { database } = server.app.platform;
    expect(await database.selectFrom('chunks').select('tries').execute()).toEqual([]);
    await server.stop();
  });

  it('is one whose message never ends, even if it answers pings', async () => {
    const server = await startServer({ socketTimes: { ping: 1_000, login: NEVER } });
    const { Token } = await guest(server);
    const patient = await connect(server, Token);
    patient.socket.ping('of its own');
    const client = await connect(server, Token);
    client.socket.send('0', { fin: false });
    await expect(client.closed()).resolves.toBe(1006);
    expect(await patient.ask(ACTIONS.data, {})).toMatchObject({ status: 400 });
    patient.socket.close();
    await server.stop();
  });
});
