// SPDX-License-Identifier: Apache-2.0
/** A client of the older form measures: it encodes by protobuf's own rules, not with our code. */
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { actionOf, smallPayloads } from '@perfuse/testing/chunks';
import { guest, openMeasurement } from '@perfuse/testing/client';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

const TEXT = WireType.LengthDelimited;
const HEAD = 13;

interface OldFrame {
  readonly requestId: string;
  readonly status: number;
  readonly body: Uint8Array;
}

class OldClient {
  readonly socket: WebSocket;
  readonly frames: OldFrame[] = [];

  constructor(url: string, token: string | null, protocols: string[]) {
    this.socket = new WebSocket(url, protocols, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) throw new Error('Old clients know binary frames alone.');
      const status = Number(data.subarray(10, HEAD).toString());
      const body = data.subarray(HEAD);
      this.frames.push({ requestId: data.subarray(0, 10).toString(), status, body });
    });
  }

  opened = (): Promise<void> =>
    new Promise((resolve, reject) => {
      this.socket.once('open', () => resolve());
      this.socket.once('error', reject);
    });

  answersTo = (requestId: string): readonly OldFrame[] =>
    this.frames.filter((frame) => frame.requestId === requestId);

  send(action: string, requestId: string, body: Uint8Array): void {
    this.socket.send(Buffer.concat([Buffer.from(action + requestId), body]));
  }

  async ask(action: string, requestId: string, body: Uint8Array): Promise<OldFrame> {
    this.send(action, requestId, body);
    return until(() => this.answersTo(requestId)[0], `an answer to ${requestId}`);
  }
}

const params = (writer: BinaryWriter, id: string): BinaryWriter =>
  writer.tag(1, TEXT).fork().tag(1, TEXT).string(id).join();
const subscription = (id: string, requestId: string): Uint8Array =>
  params(new BinaryWriter(), id).tag(2, TEXT).string(requestId).finish();
const chunk = (id: string, at: number, payload: string, action: string): Uint8Array =>
  params(new BinaryWriter(), id)
    .tag(2, TEXT)
    .string(action)
    .tag(3, WireType.Varint)
    .uint32(at)
    .tag(7, TEXT)
    .bytes(Buffer.from(payload, 'base64'))
    .tag(8, TEXT)
    .bytes(new Uint8Array([1]))
    .finish();

/** First text or number of a field. */
function field(bytes: Uint8Array, wanted: number): string | number | undefined {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const value = type === TEXT ? Buffer.from(reader.bytes()).toString('latin1') : reader.uint32();
    if (number === wanted) return value;
  }
  return undefined;
}

describe('the older form of the websocket', () => {
  let server: TestServer;
  let token: string;
  const open: WebSocket[] = [];
  beforeAll(async () => {
    server = await startServer({ environment: { PERFUSE_PROTOBUF_SOCKET: 'on' } });
  });
  // A token has a limited number of sockets.
  beforeEach(async () => {
    token = (await guest(server)).Token;
  });
  afterAll(async () => {
    for (const socket of open) socket.terminate();
    await server.stop();
  });

  async function client(protocols: string[], own: string | null = token): Promise<OldClient> {
    const made = new OldClient(`ws://${server.host}/analysis`, own, protocols);
    open.push(made.socket);
    await made.opened();
    return made;
  }

  it.each([[['proto']], [[]]])('measures with the subprotocol %j', async (protocols) => {
    const old = await client(protocols);
    expect(old.socket.protocol).toBe(protocols[0] ?? '');
    const id = await openMeasurement(server, token);
    const ack = await old.ask(
      ACTIONS.subscribeResults,
      'subscribe1',
      subscription(id, 'RESULTS001'),
    );
    expect(ack).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    const payloads = smallPayloads();
    for (const [at, payload] of payloads.entries()) {
      const body = chunk(id, at, payload, actionOf(at, payloads.length));
      const answer = await old.ask(ACTIONS.data, `chunk0000${String(at)}`, body);
      expect(answer.status).toBe(200);
      expect(field(answer.body, 1)).toBe(`${id}:${String(at)}`);
    }
    const results = await until(() => {
      const found = old.answersTo('RESULTS001');
      return found.length === payloads.length ? found : undefined;
    }, 'every result');
    expect(results.map(({ body }) => field(body, 2))).toEqual(
      payloads.map((_payload, at) => `${id}:${String(at)}`),
    );
    expect(field(results[0]?.body ?? new Uint8Array(), 4)).toBe(10_000);
  });

  it('logs in by the first message if there is no header', async () => {
    const old = await client([], null);
    const body = new BinaryWriter().tag(1, TEXT).string(token).finish();
    const answer = await old.ask(ACTIONS.loginWithToken, 'login00001', body);
    expect(answer.status).toBe(200);
    expect(field(answer.body, 1)).toBe(token);
  });

  it.each([
    [
      'a measurement of nobody',
      ACTIONS.subscribeResults,
      subscription('none', 'RESULTS001'),
      400,
      'INVALID_MEASUREMENT',
    ],
    [
      'a chunk that is none',
      ACTIONS.data,
      chunk('none', 0, 'AQID', 'FIRST::PROCESS'),
      400,
      'INVALID_MEASUREMENT',
    ],
    ['an action there is not', '9999', new Uint8Array(), 400, 'INCORRECT_REQUEST'],
    [
      'an action word there is not',
      ACTIONS.data,
      chunk('m', 0, 'AQID', 'NOW'),
      400,
      'VALIDATION_ERROR',
    ],
    ['a body that is cut off', ACTIONS.data, Buffer.from('0a05', 'hex'), 400, 'BAD_REQUEST'],
  ])('refuses %s in protobuf', async (_what, action, body, status, code) => {
    const old = await client(['proto']);
    const answer = await old.ask(action, 'request001', body);
    expect(answer.status).toBe(status);
    expect(field(answer.body, 1)).toBe(code);
    expect(field(answer.body, 3)).not.toBe('');
  });

  it('does not affect JSON clients, with or without their subprotocol', async () => {
    for (const protocols of [['json'], []]) {
      const json = await client(protocols, null);
      const body = Buffer.from(JSON.stringify({ Token: token }));
      const answer = await json.ask(ACTIONS.loginWithToken, 'login00001', body);
      expect(JSON.parse(Buffer.from(answer.body).toString())).toEqual({ Token: token });
    }
  });
});
