// SPDX-License-Identifier: Apache-2.0
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import { resultMessageSchema } from '@perfuse/contract/results/message';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addChunk,
  call,
  connect,
  guest,
  openMeasurement,
  TestSocket,
} from '@perfuse/testing/client';
import {
  actionOf,
  FAKE_WORKER_FAULTS,
  faultyPayloads,
  smallPayloads,
} from '@perfuse/testing/chunks';
import { startServer, type TestServer } from '../../../testing/server.ts';

const LISTED = 'https://app.example.org';
const code = (name: string) => expect.objectContaining({ Code: name }) as unknown;

describe('the websocket', () => {
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    server = await startServer({
      environment: {
        PERFUSE_ANALYSIS_TIMEOUT_S: '2',
        PERFUSE_WORKERS: '2',
        PERFUSE_CORS_ORIGINS: LISTED,
      },
    });
    token = (await guest(server)).Token;
  });
  afterAll(() => server.stop());

  const url = (path = '/analysis') => `ws://${server.host}${path}`;

  async function measurement(): Promise<{ socket: TestSocket; id: string; results: string }> {
    const own = (await guest(server)).Token;
    const socket = await connect(server, own);
    const id = await openMeasurement(server, own);
    const results = 'RESULT0001';
    const ack = await socket.ask(ACTIONS.subscribeResults, {
      Params: { ID: id },
      RequestID: results,
    });
    expect(ack).toMatchObject({ status: 200, body: {} });
    return { socket, id, results };
  }

  const send = (socket: TestSocket, id: string, Payload: string, Action: string, asText = false) =>
    socket.ask(ACTIONS.data, { Params: { ID: id }, Action, Payload }, { asText });

  it('opens for pages of its own and listed origins, and for clients without an origin', async () => {
    for (const origin of [undefined, server.origin, LISTED]) {
      const socket = new TestSocket(url(), ['json'], origin === undefined ? {} : { origin });
      await socket.opened();
      socket.socket.terminate();
    }
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1', `${LISTED}.evil.example`])(
    'refuses pages of %s before anything else, also with a token',
    async (origin) => {
      const headers = { authorization: `Bearer ${token}` };
      for (const path of ['/analysis', '/analysis/']) {
        const socket = new TestSocket(url(path), ['json'], { origin, headers });
        await expect(socket.opened()).rejects.toThrow('refused with 403');
        // Without a proxy, a forwarded host that the caller claims is not trusted.
        const claimed = { ...headers, 'x-forwarded-host': new URL(LISTED).host };
        const other = new TestSocket(url(path), ['json'], {
          origin: 'https://app.evil',
          headers: claimed,
        });
        await expect(other.opened()).rejects.toThrow('refused with 403');
      }
    },
  );

  it.each(['/analysis', '/analysis/'])(
    'opens at %s with the json subprotocol and without one',
    async (path) => {
      for (const protocols of [['json'], []]) {
        const socket = new TestSocket(url(path), protocols);
        await socket.opened();
        expect(socket.socket.protocol).toBe(protocols[0] ?? '');
        socket.socket.close();
      }
    },
  );

  it('does not negotiate the legacy protobuf subprotocol', async () => {
    const socket = new TestSocket(url(), ['proto']);
    await expect(socket.closed()).resolves.toBe(1006);
  });

  it('logs in by 0718 and answers in binary frames, whichever kind the client sends', async () => {
    const socket = new TestSocket(url());
    await socket.opened();
    const binary = await socket.ask(ACTIONS.loginWithToken, { Token: token });
    const text = await socket.ask(ACTIONS.loginWithToken, { Token: token }, { asText: true });
    expect(binary).toMatchObject({ status: 200, body: { Token: token } });
    expect(text).toMatchObject({ status: 200, body: { Token: token } });
    expect(socket.kinds).toEqual([true, true]);
    socket.socket.close();
  });

  it('handles messages that are sent immediately after the upgrade', async () => {
    const socket = new TestSocket(url());
    socket.socket.once('open', () => {
      for (let n = 0; n < 5; n += 1) {
        socket.socket.send(`0718000000000${String(n)}${JSON.stringify({ Token: token })}`);
      }
    });
    await socket.until((frames) => (frames.length === 5 ? true : undefined));
    expect(socket.frames.map(({ requestId }) => requestId.at(-1))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
    ]);
    socket.socket.close();
  });

  it('accepts a token on the upgrade, without a later 0718', async () => {
    const socket = new TestSocket(url(), ['json'], {
      headers: { authorization: `Bearer ${token}` },
    });
    await socket.opened();
    const id = await openMeasurement(server, token);
    const answer = await send(socket, id, smallPayloads()[0] ?? '', 'FIRST::PROCESS');
    expect(answer).toMatchObject({ status: 200, body: { ID: `${id}:0`, ChunkOrder: 0 } });
    socket.socket.close();
  });

  it.each(['Bearer nonsense', 'Basic abc'])(
    'refuses the upgrade with 401 for %s',
    async (header) => {
      const socket = new TestSocket(url(), ['json'], { headers: { authorization: header } });
      await expect(socket.opened()).rejects.toThrow('refused with 401');
    },
  );

  it('refuses everything but a login before the login', async () => {
    const socket = new TestSocket(url());
    await socket.opened();
    const answer = await send(socket, 'x', '', 'FIRST::PROCESS');
    expect(answer).toMatchObject({ status: 401, body: code('INVALID_TOKEN') });
    const refused = await socket.ask(ACTIONS.loginWithToken, { Token: 'nonsense' });
    expect(refused).toMatchObject({ status: 401, body: code('INVALID_TOKEN') });
    socket.socket.close();
  });

  it('belongs to the device of its first login', async () => {
    const { socket, id } = await measurement();
    const { Token } = await guest(server);
    const answer = await socket.ask(ACTIONS.loginWithToken, { Token });
    expect(answer).toMatchObject({ status: 403, body: code('RESTRICTED') });
    const [first = ''] = smallPayloads();
    expect(await send(socket, id, first, 'FIRST::PROCESS')).toMatchObject({ status: 200 });
    socket.socket.close();
  });

  it('answers each chunk after storing it and sends one result for each, the last one final', async () => {
    const { socket, id, results } = await measurement();
    const payloads = smallPayloads();
    for (const [at, payload] of payloads.entries()) {
      const answer = await send(socket, id, payload, actionOf(at, payloads.length), at % 2 === 0);
      expect(answer).toMatchObject({
        status: 200,
        body: { ID: `${id}:${String(at)}`, ChunkOrder: at },
      });
    }
    const frames = await socket.resultCount(results, 6);
    const messages = frames.map(({ body }) => resultMessageSchema.parse(body));
    expect(messages.map(({ MeasurementDataID }) => MeasurementDataID)).toEqual(
      [0, 1, 2, 3, 4, 5].map((at) => `${id}:${String(at)}`),
    );
    expect(messages.map(({ Channels }) => Channels['HR_BPM']?.Data)).toEqual(
      [1, 2, 3, 4, 5, 6].map((payloadsSeen) => [payloadsSeen * 10_000]),
    );
    expect(messages.at(-1)).toMatchObject({ StatusID: 'COMPLETE', Error: { Code: 'OK' } });
    expect(new Set(messages.map(({ MeasurementResultID }) => MeasurementResultID)).size).toBe(6);
    expect(socket.kinds.every(Boolean)).toBe(true);
    socket.socket.close();
  });

  it('sends existing results to a late subscriber', async () => {
    const { socket, id, results } = await measurement();
    await send(socket, id, smallPayloads({ count: 1 })[0] ?? '', 'LAST::PROCESS');
    await socket.resultCount(results, 1);
    const again = await socket.ask(ACTIONS.subscribeResults, {
      Params: { ID: id },
      RequestID: 'LATE000001',
    });
    expect(again.body).toEqual({});
    const [late] = await socket.resultCount('LATE000001', 1);
    expect(late?.body).toMatchObject({ MeasurementDataID: `${id}:0`, StatusID: 'COMPLETE' });
    socket.socket.close();
  });

  it('serves more successive measurements than may be open at once', async () => {
    const own = (await guest(server)).Token;
    const socket = await connect(server, own);
    const most = ANALYSIS_LIMITS.maxOpenMeasurementsPerToken;
    const subscribe = (id: string, RequestID: string) =>
      socket.ask(ACTIONS.subscribeResults, { Params: { ID: id }, RequestID });
    const [payload = ''] = smallPayloads({ count: 1 });
    // Every other one ends without a result: its film was not analysed, or it was deleted.
    for (let n = 0; n < 2 * most; n += 1) {
      const id = await openMeasurement(server, own);
      const results = `RESULT${String(n).padStart(4, '0')}`;
      expect(await subscribe(id, results)).toMatchObject({ status: 200, body: {} });
      if (n % 2 === 0) {
        await send(socket, id, payload, 'LAST::PROCESS');
        await socket.resultCount(results, 1);
      } else if (n % 4 === 1) {
        await send(socket, id, payload, 'LAST::IGNORE');
      } else {
        await call(server, 'DELETE', `/analysis/measurements/${id}`, { token: own });
      }
    }
    socket.socket.close();
  });

  it('accepts shorter request ids, padded with blanks', async () => {
    const own = (await guest(server)).Token;
    const socket = await connect(server, own);
    const id = await openMeasurement(server, own);
    const ack = await socket.ask(
      ACTIONS.subscribeResults,
      { Params: { ID: id }, RequestID: '7' },
      { requestId: '         5' },
    );
    expect(ack).toMatchObject({ status: 200, body: {} });
    await send(socket, id, smallPayloads({ count: 1 })[0] ?? '', 'LAST::PROCESS');
    await socket.resultCount('7         ', 1);
    socket.socket.close();
  });

  it('sends the acknowledgement before the results when both use one request id', async () => {
    const own = (await guest(server)).Token;
    const socket = await connect(server, own);
    const id = await openMeasurement(server, own);
    await addChunk(server, own, id, smallPayloads()[0] ?? '', 'FIRST::PROCESS');
    const requestId = '0510abcdef';
    await socket.ask(
      ACTIONS.subscribeResults,
      { Params: { ID: id }, RequestID: requestId },
      { requestId },
    );
    await socket.resultCount(requestId, 1);
    const bodies = socket.frames.filter((frame) => frame.requestId === requestId);
    expect(bodies[0]?.body).toEqual({});
    expect(bodies).toHaveLength(2);
    socket.socket.close();
  });

  it('sends results to every subscriber, also for chunks sent by REST', async () => {
    const own = (await guest(server)).Token;
    const id = await openMeasurement(server, own);
    const sockets = await Promise.all([connect(server, own), connect(server, own)]);
    for (const socket of sockets) {
      await socket.ask(ACTIONS.subscribeResults, { Params: { ID: id }, RequestID: 'BOTH000000' });
    }
    await addChunk(server, own, id, smallPayloads({ count: 1 })[0] ?? '', 'LAST::PROCESS');
    for (const socket of sockets) {
      await socket.resultCount('BOTH000000', 1);
      socket.socket.close();
    }
  });

  it('refuses an unknown action and names its number', async () => {
    const socket = await connect(server, token);
    socket.socket.send('0999REQUEST001{}');
    const answer = await socket.until((frames) =>
      frames.find(({ requestId }) => requestId === 'REQUEST001'),
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { Code: 'INCORRECT_REQUEST', Message: 'Invalid Route Number 0999.' },
    });
    socket.socket.close();
  });

  it.each([
    ['shorter than a header', '0506'],
    ['with nothing but blanks as request id', '0506          {}'],
    ['with a control character in its request id', '0506\trequest0{}'],
    ['whose action is no number', 'abcdREQUEST002{}'],
    ['whose body is not JSON', '0506REQUEST003{"Params"'],
  ])('answers a frame %s with BAD_REQUEST and stays open', async (_name, frame) => {
    const socket = await connect(server, token);
    socket.socket.send(frame);
    const answer = await socket.until((frames) => frames[1]);
    expect(answer).toMatchObject({ status: 400, body: code('BAD_REQUEST') });
    await expect(socket.ask(ACTIONS.loginWithToken, { Token: token })).resolves.toMatchObject({
      status: 200,
    });
    socket.socket.close();
  });

  it('names the field and the rule of a body that breaks its schema', async () => {
    const socket = await connect(server, token);
    const answer = await socket.ask(ACTIONS.data, { Params: { ID: 'x' }, Action: 'PROCESS' });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        Code: 'VALIDATION_ERROR',
        Errors: { Action: [['VALUES', expect.arrayContaining(['LAST::PROCESS'])]] },
      },
    });
    socket.socket.close();
  });

  it('refuses a deeply nested body like any other invalid body', async () => {
    const socket = await connect(server, token);
    const nested = `${'['.repeat(7_000)}${']'.repeat(7_000)}`;
    socket.socket.send(`${ACTIONS.loginWithToken}0000000009{"Token":${nested}}`);
    const answer = await socket.until((frames) =>
      frames.find(({ requestId }) => requestId === '0000000009'),
    );
    expect(answer).toMatchObject({ status: 400, body: code('VALIDATION_ERROR') });
    await expect(socket.ask(ACTIONS.loginWithToken, { Token: token })).resolves.toMatchObject({
      status: 200,
    });
    socket.socket.close();
  });

  it("answers identically for another device's measurement and a non-existent one", async () => {
    const theirs = await openMeasurement(server, (await guest(server)).Token);
    const socket = await connect(server, token);
    const payload = smallPayloads()[0] ?? '';
    const other = await send(socket, theirs, payload, 'FIRST::PROCESS');
    const none = await send(socket, 'never-was', payload, 'FIRST::PROCESS');
    expect(other).toMatchObject({ status: 400, body: code('INVALID_MEASUREMENT') });
    expect(other.body).toEqual(none.body);
    const subscription = await socket.ask(ACTIONS.subscribeResults, {
      Params: { ID: theirs },
      RequestID: 'RESULT0001',
    });
    expect(subscription).toMatchObject({ status: 400, body: code('INVALID_MEASUREMENT') });
    socket.socket.close();
  });

  it('closes only the socket that sends a frame over the limit', async () => {
    const culprit = await connect(server, token);
    const bystander = await connect(server, token);
    const closed = culprit.closed();
    culprit.socket.send(Buffer.alloc(ANALYSIS_LIMITS.maxFrameBytes + 1, 0x30));
    await expect(closed).resolves.toBe(1009);
    await expect(bystander.ask(ACTIONS.loginWithToken, { Token: token })).resolves.toMatchObject({
      status: 200,
    });
    bystander.socket.close();
  });

  it('limits the number of sockets per token', async () => {
    const own = (await guest(server)).Token;
    const headers = { authorization: `Bearer ${own}` };
    const open = await Promise.all(
      Array.from({ length: ANALYSIS_LIMITS.maxSocketsPerToken }, () => connect(server, own)),
    );
    const refused = new TestSocket(url(), ['json'], { headers });
    await expect(refused.opened()).rejects.toThrow('refused with 429');
    const late = new TestSocket(url());
    await late.opened();
    await expect(late.ask(ACTIONS.loginWithToken, { Token: own })).resolves.toMatchObject({
      status: 429,
      body: code('RATE_LIMIT'),
    });
    const left = open[0]?.closed();
    open[0]?.socket.close();
    await left;
    await expect
      .poll(async () => (await late.ask(ACTIONS.loginWithToken, { Token: own })).status)
      .toBe(200);
    for (const socket of [...open, late]) socket.socket.close();
  });

  it('keeps a socket across a token renewal, and refuses its messages once the device is deleted', async () => {
    const pair = await guest(server);
    const socket = await connect(server, pair.Token);
    const id = await openMeasurement(server, pair.Token);
    const renewed = await call(server, 'POST', '/analysis/auths/renew', { body: pair });
    const payloads = smallPayloads();
    await expect(send(socket, id, payloads[0] ?? '', 'FIRST::PROCESS')).resolves.toMatchObject({
      status: 200,
    });
    const { Token } = renewed.body as { Token: string };
    await call(server, 'DELETE', '/analysis/organizations/licenses', { token: Token });
    await expect(send(socket, id, payloads[1] ?? '', 'CHUNK::PROCESS')).resolves.toMatchObject({
      status: 401,
      body: code('INVALID_TOKEN'),
    });
    socket.socket.close();
  });

  it.each([
    ['throws', 'ANALYSIS_FAILED'],
    ['hangs', 'ANALYSIS_TIMEOUT'],
    ['dies', 'ANALYSIS_FAILED'],
    ['lies', 'ANALYSIS_FAILED'],
  ] as const)(
    'when the engine %s, reports it in that result and continues',
    async (how, expected) => {
      const { socket, id, results } = await measurement();
      const bystander = await measurement();
      const payloads = faultyPayloads(1, FAKE_WORKER_FAULTS[how], 3);
      for (const [at, payload] of payloads.entries()) {
        await send(socket, id, payload, actionOf(at, 3));
        await send(
          bystander.socket,
          bystander.id,
          smallPayloads({ count: 3 })[at] ?? '',
          actionOf(at, 3),
        );
      }
      const frames = await socket.resultCount(results, 3);
      expect(frames.map(({ body }) => resultMessageSchema.parse(body).Error.Code)).toEqual([
        'OK',
        expected,
        'OK',
      ]);
      expect(frames[2]?.body).toMatchObject({ StatusID: 'COMPLETE' });
      const others = await bystander.socket.resultCount(bystander.results, 3);
      expect(others.map(({ body }) => resultMessageSchema.parse(body).Error.Code)).toEqual([
        'OK',
        'OK',
        'OK',
      ]);
      socket.socket.close();
      bystander.socket.socket.close();
    },
  );

  it('ends a measurement in ERROR when its last chunk cannot be analysed', async () => {
    const { socket, id, results } = await measurement();
    const [payload = ''] = faultyPayloads(0, FAKE_WORKER_FAULTS.throws, 1);
    await send(socket, id, payload, 'LAST::PROCESS');
    const [frame] = await socket.resultCount(results, 1);
    expect(frame?.body).toMatchObject({ StatusID: 'ERROR', Channels: {} });
    await expect(
      send(socket, id, smallPayloads()[1] ?? '', 'CHUNK::PROCESS'),
    ).resolves.toMatchObject({ status: 400, body: code('MEASUREMENT_CLOSED') });
    socket.socket.close();
  });
});

describe('silent sockets', () => {
  const NEVER = 600_000;
  let server: TestServer;
  beforeAll(async () => {
    // Long enough for an answer to arrive on a busy machine.
    server = await startServer({ socketTimes: { ping: 1_000, login: NEVER } });
  });
  afterAll(() => server.stop());

  it('are closed when they do not log in', async () => {
    const impatient = await startServer({ socketTimes: { ping: NEVER, login: 100 } });
    const socket = new TestSocket(`ws://${impatient.host}/analysis`);
    await expect(socket.closed()).resolves.toBe(1008);
    await impatient.stop();
  });

  it('are closed when they do not answer a ping, and stay open when they do', async () => {
    const { Token } = await guest(server);
    const alive = await connect(server, Token);
    const deaf = new TestSocket(`ws://${server.host}/analysis`, ['json'], { autoPong: false });
    await expect(deaf.closed()).resolves.toBe(1006);
    await expect(alive.ask(ACTIONS.loginWithToken, { Token })).resolves.toMatchObject({
      status: 200,
    });
    alive.socket.close();
  });

  it('are closed with code 1001 when the server stops', async () => {
    const other = await startServer();
    const socket = await connect(other, (await guest(other)).Token);
    const closed = socket.closed();
    await other.stop();
    await expect(closed).resolves.toBe(1001);
  });
});
