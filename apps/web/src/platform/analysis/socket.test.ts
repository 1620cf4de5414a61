// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import {
  ACTIONS,
  decodeRequest,
  encodeResponse,
  type RequestFrame,
} from '@perfuse/contract/analysis/frames';
import {
  dataFrameBody,
  loginWithTokenBody,
  subscribeBody,
} from '@perfuse/contract/analysis/schemas';
import { MeasurementFault, type ConnectionListener } from '@perfuse/flow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectSocket, type SocketLike } from './socket.ts';
import { createTokenRenewal } from './token-renewal.ts';

const ID = 'm-1';

/** The other end of a socket: collects frames, and sends the answers that the test sets. */
class Peer implements SocketLike {
  binaryType = 'blob';
  closed = false;
  readonly frames: RequestFrame[] = [];
  readonly #listeners = new Map<string, ((event: { readonly data: unknown }) => void)[]>();

  addEventListener(type: string, listener: (event: { readonly data: unknown }) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }
  send(data: Uint8Array<ArrayBuffer>): void {
    const frame = decodeRequest(data);
    if (!frame.ok) throw new Error(frame.reason.message);
    this.frames.push(frame.value);
  }
  close(): void {
    this.closed = true;
  }

  emit(type: 'open' | 'close' | 'error' | 'message', data?: unknown): void {
    for (const listener of this.#listeners.get(type) ?? []) listener({ data });
  }
  /** Sends a complete frame under any request id. */
  say(requestId: string, status: number, body: unknown): void {
    this.emit('message', new Uint8Array(encodeResponse(requestId, status, body)).buffer);
  }
  get last(): RequestFrame {
    const frame = this.frames.at(-1);
    if (frame === undefined) throw new Error('Nothing was sent.');
    return frame;
  }
  async answer(status: number, body: unknown): Promise<void> {
    this.say(this.last.requestId, status, body);
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

const result = (index: number, id = ID) => ({
  MeasurementID: id,
  MeasurementDataID: `${id}:${String(index)}`,
  MeasurementResultID: `r${String(index)}`,
  Multiplier: 10_000,
  Channels: {},
  Error: { Code: 'OK' },
});
const error = (Code: string) => ({ Code, Message: Code });

let peers: Peer[];
let renew: (refused: string) => Promise<string>;
let token: string;
const listener = {
  onReady: vi.fn<ConnectionListener['onReady']>(),
  onResult: vi.fn<ConnectionListener['onResult']>(),
  onLost: vi.fn<ConnectionListener['onLost']>(),
};

beforeEach(() => {
  vi.clearAllMocks();
  peers = [];
  token = 'token-1';
  renew = () => {
    token = 'token-2';
    return Promise.resolve(token);
  };
});

/** Results are delivered in a task of their own. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
afterEach(nextTask);

function connect() {
  const tokens = createTokenRenewal({
    get: () => Promise.resolve(token),
    renew: (refused) => renew(refused),
  });
  const open = (): Peer => {
    const peer = new Peer();
    peers.push(peer);
    return peer;
  };
  return { tokens, connection: connectSocket({ tokens, open }, ID, listener) };
}

async function opened() {
  const parts = connect();
  await settle();
  const peer = peers[0];
  if (peer === undefined) throw new Error('No socket was opened.');
  peer.emit('open');
  await settle();
  return { ...parts, peer };
}

async function subscribed() {
  const parts = await opened();
  await parts.peer.answer(200, { Token: token });
  await parts.peer.answer(200, {});
  const subscription = parts.peer.last.requestId;
  return { ...parts, subscription };
}

const faultOf = (): unknown => listener.onLost.mock.calls[0]?.[0];
const chunk = (index: number, last = false) => ({ index, payload: Uint8Array.of(1, 2, 255), last });

describe('connecting', () => {
  it('logs in, subscribes, and is ready only then', async () => {
    const { peer } = await opened();
    expect(peer.binaryType).toBe('arraybuffer');
    expect(peer.last.action).toBe(ACTIONS.loginWithToken);
    expect(loginWithTokenBody.parse(peer.last.body)).toEqual({ Token: 'token-1' });
    await peer.answer(200, { Token: 'token-1' });
    expect(peer.last.action).toBe(ACTIONS.subscribeResults);
    const body = subscribeBody.parse(peer.last.body);
    expect(body.Params.ID).toBe(ID);
    expect(body.RequestID).toBe(peer.last.requestId);
    expect(listener.onReady).not.toHaveBeenCalled();
    await peer.answer(200, {});
    expect(listener.onReady).toHaveBeenCalledTimes(1);
  });

  it('renews a refused token and reports a NETWORK_ERROR, which is retried', async () => {
    const { peer } = await opened();
    await peer.answer(401, error('TOKEN_EXPIRED'));
    expect(faultOf()).toMatchObject({ code: 'NETWORK_ERROR' });
    expect(token).toBe('token-2');
    expect(peer.closed).toBe(true);
  });

  it('waits for a place when the token has too many sockets', async () => {
    const { peer } = await opened();
    await peer.answer(429, error('RATE_LIMIT'));
    expect(faultOf()).toMatchObject({ code: 'SERVICE_BUSY' });
  });

  it('reports a refused subscription', async () => {
    const { peer } = await opened();
    await peer.answer(200, { Token: token });
    await peer.answer(403, error('RESTRICTED'));
    expect(faultOf()).toMatchObject({ code: 'AUTHORIZATION' });
    expect(listener.onReady).not.toHaveBeenCalled();
  });

  it('gives up when a renewed token is refused too', async () => {
    const { tokens } = connect();
    await tokens.refused('token-1');
    await expect(tokens.refused('token-2')).rejects.toMatchObject({ code: 'AUTHORIZATION' });
  });

  it('renews once more when a renewed token was accepted and expires later', async () => {
    const { tokens } = connect();
    await tokens.refused('token-1');
    tokens.accepted('token-2');
    renew = () => Promise.resolve('token-3');
    await expect(tokens.refused('token-2')).resolves.toBeUndefined();
    await expect(tokens.refused('token-3')).rejects.toMatchObject({ code: 'AUTHORIZATION' });
  });

  it('gives up when no other token is available', async () => {
    renew = () => Promise.reject(new ApiError('INVALID_TOKEN', 401, ''));
    const { peer } = await opened();
    await peer.answer(401, error('INVALID_TOKEN'));
    expect(faultOf()).toMatchObject({ code: 'AUTHORIZATION' });
  });

  it.each(['close', 'error'] as const)("reports a '%s' once, as NETWORK_ERROR", async (event) => {
    const { peer } = await subscribed();
    peer.emit(event);
    peer.emit('close');
    expect(listener.onLost).toHaveBeenCalledTimes(1);
    expect(faultOf()).toMatchObject({ code: 'NETWORK_ERROR' });
  });

  it('opens no socket when it was closed while the token was fetched', async () => {
    const { connection } = connect();
    connection.close();
    await settle();
    expect(peers).toEqual([]);
  });
});

describe('sending', () => {
  it('marks the first, the middle and the last chunk, and carries the payload', async () => {
    const { connection, peer } = await subscribed();
    for (const [index, last, action] of [
      [0, false, 'FIRST::PROCESS'],
      [1, false, 'CHUNK::PROCESS'],
      [5, true, 'LAST::PROCESS'],
    ] as const) {
      const sending = connection.send(chunk(index, last));
      expect(peer.last.action).toBe(ACTIONS.data);
      expect(dataFrameBody.parse(peer.last.body)).toEqual({
        Params: { ID },
        Action: action,
        ChunkOrder: index,
        Payload: 'AQL/',
      });
      await peer.answer(200, { ID: `${ID}:${String(index)}`, ChunkOrder: index });
      await sending;
    }
  });

  it('is not completed by the answer to another request', async () => {
    const { connection, peer, subscription } = await subscribed();
    let done = false;
    const sending = connection.send(chunk(0)).then(() => {
      done = true;
    });
    peer.say('0506unknwn', 200, { ID: 'x:0', ChunkOrder: 0 });
    peer.say(subscription, 200, result(0));
    await settle();
    expect(done).toBe(false);
    await peer.answer(200, { ID: `${ID}:0`, ChunkOrder: 0 });
    await sending;
  });

  it.each([
    [400, 'UNPACKER_RPC_ERROR', 'CHUNK_REFUSED'],
    [429, 'RATE_LIMIT', 'CHUNK_REFUSED'],
    [403, 'RESTRICTED', 'AUTHORIZATION'],
    [500, 'INTERNAL_ERROR', 'SERVICE_BUSY'],
    [503, 'SERVICE_UNAVAILABLE', 'SERVICE_BUSY'],
    [401, 'TOKEN_EXPIRED', 'NETWORK_ERROR'],
  ])('that is answered %i %s fails as %s', async (status, code, fault) => {
    const { connection, peer } = await subscribed();
    const sending = connection.send(chunk(1)).catch((cause: unknown) => cause);
    await peer.answer(status, error(code));
    expect(await sending).toMatchObject({ code: fault });
    expect(peer.closed).toBe(false);
  });

  it('of the last chunk again succeeds when the measurement is already closed', async () => {
    const { connection, peer } = await subscribed();
    const sending = connection.send(chunk(5, true));
    await peer.answer(400, error('MEASUREMENT_CLOSED'));
    await expect(sending).resolves.toBeUndefined();
  });

  it.each([
    ['the last chunk for another reason', chunk(5, true), 'UNPACKER_RPC_ERROR'],
    ['an earlier chunk because the measurement is closed', chunk(4), 'MEASUREMENT_CLOSED'],
  ])('fails when the service refuses %s: the chunk is not there', async (_, sent, code) => {
    const { connection, peer } = await subscribed();
    const sending = connection.send(sent).catch((cause: unknown) => cause);
    await peer.answer(400, error(code));
    expect(await sending).toMatchObject({ code: 'CHUNK_REFUSED' });
  });

  it.each([
    ['a chunk', chunk(0)],
    ['the last chunk', chunk(5, true)],
  ])('of %s fails with NETWORK_ERROR when the socket closes before the answer', async (_, sent) => {
    const { connection, peer } = await subscribed();
    const sending = connection.send(sent).catch((cause: unknown) => cause);
    peer.emit('close');
    expect(await sending).toBeInstanceOf(MeasurementFault);
    await expect(connection.send(chunk(0))).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  });
});

describe('receiving', () => {
  it('passes results on, even one that arrives before the acknowledgement of the subscription', async () => {
    const { peer } = await opened();
    await peer.answer(200, { Token: token });
    const { requestId } = peer.last;
    peer.say(requestId, 200, result(0));
    await nextTask();
    expect(listener.onResult).toHaveBeenCalledTimes(1);
    await peer.answer(200, {});
    expect(listener.onReady).toHaveBeenCalledTimes(1);
    peer.say(requestId, 200, result(1));
    await nextTask();
    expect(listener.onResult).toHaveBeenCalledTimes(2);
  });

  it('reports a result that arrived right before the close, before reporting the close', async () => {
    const { peer, subscription } = await subscribed();
    peer.say(subscription, 200, result(5));
    peer.emit('close');
    expect(listener.onResult).toHaveBeenCalledTimes(1);
    const [told] = listener.onResult.mock.invocationCallOrder;
    expect(told).toBeLessThan(listener.onLost.mock.invocationCallOrder[0] ?? 0);
    await nextTask();
    expect(listener.onResult).toHaveBeenCalledTimes(1);
  });

  it('ignores results of other measurements, text frames and garbage', async () => {
    const { peer, subscription } = await subscribed();
    peer.say(subscription, 200, result(0, 'somebody-else'));
    peer.say(subscription, 200, { nothing: 'known' });
    peer.emit('message', 'text');
    peer.emit('message', new ArrayBuffer(3));
    await nextTask();
    expect(listener.onResult).not.toHaveBeenCalled();
    expect(listener.onLost).not.toHaveBeenCalled();
  });

  it('reports nothing after it was closed', async () => {
    const { connection, peer, subscription } = await subscribed();
    peer.say(subscription, 200, result(0));
    connection.close();
    expect(peer.closed).toBe(true);
    peer.say(subscription, 200, result(0));
    peer.emit('close');
    await nextTask();
    expect(listener.onResult).not.toHaveBeenCalled();
    expect(listener.onLost).not.toHaveBeenCalled();
  });
});
