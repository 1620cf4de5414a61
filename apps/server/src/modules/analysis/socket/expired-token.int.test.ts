// SPDX-License-Identifier: Apache-2.0
/** Access tokens that expire in the middle of a measurement, by the clock of the server. */
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionOf, smallPayloads } from '@perfuse/testing/chunks';
import {
  addChunk,
  call,
  connect,
  guest,
  openMeasurement,
  type TestSocket,
} from '@perfuse/testing/client';
import { pairOf, person, type Pair } from '../../../testing/people.ts';
import { refusal } from '@perfuse/testing/refusal';
import { startServer, type TestServer } from '../../../testing/server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RESULTS = 'RESULT0001';
const payloads = smallPayloads();
const expired = refusal(401, 'TOKEN_EXPIRED');

/** How long their access tokens last, and where they are renewed. */
const HOLDERS = [
  ['a guest', { enter: guest, lifetimeMs: DAY, renewal: '/analysis/auths/renew' }],
  ['a person', { enter: person, lifetimeMs: 15 * MINUTE, renewal: '/api/auths/renew' }],
] as const;

describe('a token that expires in the middle of a measurement', () => {
  let away = 0;
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ now: () => Date.now() + away });
  });
  afterAll(() => server.stop());

  const send = (socket: TestSocket, id: string, at: number) =>
    socket.ask(ACTIONS.data, {
      Params: { ID: id },
      Action: actionOf(at, payloads.length),
      Payload: payloads[at],
    });
  const subscribe = (socket: TestSocket, id: string) =>
    socket.ask(ACTIONS.subscribeResults, { Params: { ID: id }, RequestID: RESULTS });
  const renew = (path: string, { Token, RefreshToken }: Pair) =>
    call(server, 'POST', path, { body: { Token, RefreshToken } });

  /** Half a measurement with its results. */
  async function begin(pair: Pair) {
    const socket = await connect(server, pair.Token);
    const id = await openMeasurement(server, pair.Token);
    expect(await subscribe(socket, id)).toMatchObject({ status: 200 });
    for (const at of [0, 1, 2]) expect(await send(socket, id, at)).toMatchObject({ status: 200 });
    await socket.resultCount(RESULTS, 3);
    return { socket, id };
  }

  it.each(HOLDERS)(
    'of %s is refused everywhere, and a renewed token continues on the same socket',
    async (_holder, { enter, lifetimeMs, renewal }) => {
      const pair = await enter(server);
      const { socket, id } = await begin(pair);
      away += lifetimeMs - MINUTE;
      expect(await send(socket, id, 3)).toMatchObject({ status: 200 });
      away += 2 * MINUTE;
      expect(await send(socket, id, 4)).toMatchObject(expired);
      expect(await subscribe(socket, id)).toMatchObject(expired);
      expect(
        await addChunk(server, pair.Token, id, payloads[4] ?? '', 'CHUNK::PROCESS'),
      ).toMatchObject(expired);
      expect(
        await call(server, 'GET', `/analysis/measurements/${id}`, { token: pair.Token }),
      ).toMatchObject(expired);
      // Chunks stored before are still answered.
      await socket.resultCount(RESULTS, 4);

      const { Token } = pairOf(await renew(renewal, pair));
      expect(await socket.ask(ACTIONS.loginWithToken, { Token })).toMatchObject({ status: 200 });
      for (const at of [4, 5]) expect(await send(socket, id, at)).toMatchObject({ status: 200 });
      expect(await socket.resultCount(RESULTS, 6)).toHaveLength(6);
      expect(
        await call(server, 'GET', `/analysis/measurements/${id}`, { token: Token }),
      ).toMatchObject({ status: 200, body: { StatusID: 'COMPLETE' } });
      socket.socket.close();
    },
  );

  it('cannot be renewed after its refresh token has expired', async () => {
    const pair = await guest(server);
    const { socket, id } = await begin(pair);
    away += 31 * DAY;
    expect(await send(socket, id, 3)).toMatchObject(expired);
    expect(await renew('/analysis/auths/renew', pair)).toMatchObject(expired);
    // Another device may measure, but never continues a measurement that is not its own.
    const { Token } = await guest(server);
    const other = await connect(server, Token);
    expect(await send(other, id, 3)).toMatchObject(refusal(400, 'INVALID_MEASUREMENT'));
    await openMeasurement(server, Token);
    for (const { socket: open } of [socket, other]) open.close();
  });
});
