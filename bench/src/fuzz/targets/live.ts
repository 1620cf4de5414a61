// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes over real connections to a listening server: raw, and after a websocket handshake. Whatever it receives, the
 * server closes the connection, discloses no internals, and still serves others.
 */
import { ACTIONS, decodeResponse, encodeRequest } from '@perfuse/contract/analysis/frames';
import { exchange, upgradeRequest } from '@perfuse/testing/hostile-requests';
import { WebSocket } from 'ws';
import { bytesOf } from '../engine/bytes.ts';
import { assertThat, assertNoInternals } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { Fixture } from '../fixture/fixture.ts';

/** A masked websocket frame; the mask is 0, so that the text stays unchanged. */
const masked = (opcode: number, text: string): Uint8Array =>
  new Uint8Array([
    0x80 | opcode,
    0x80 | Math.min(text.length, 125),
    ...[0, 0, 0, 0],
    ...bytesOf(text.slice(0, 125)),
  ]);

export async function openLive(): Promise<Target> {
  const fixture = await Fixture.open();
  const { port, checkLog } = fixture.server;
  const bystander = new WebSocket(`ws://127.0.0.1:${String(port)}/analysis`, ['json']);
  await new Promise((resolve) => bystander.once('open', resolve));
  const Token = await (await fixture.context('@GUEST@')).fill('@GUEST@');
  /** 20 messages a second are allowed, so the bystander sends only occasionally. */
  let turns = 0;
  const assertStillServed = async (): Promise<void> => {
    turns += 1;
    if (turns % 50 !== 1) return;
    const answer = new Promise<Buffer>((resolve) => bystander.once('message', resolve));
    bystander.send(encodeRequest(ACTIONS.loginWithToken, 'BYSTANDER1', { Token }));
    const frame = decodeResponse(await answer);
    assertThat(frame.ok && frame.value.status === 200, 'others are still served');
  };
  const http = (lines: readonly string[], body = ''): Uint8Array =>
    bytesOf(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const json = 'Content-Type: application/json';
  return {
    seeds: [
      http(['GET /api/status HTTP/1.1', 'Host: localhost']),
      http(['POST /api/token HTTP/1.1', 'Host: localhost', json, 'Content-Length: 2'], '{}'),
      http(
        ['POST /api/token HTTP/1.1', 'Host: a', json, 'Transfer-Encoding: chunked'],
        '2\r\n{}\r\n0\r\n\r\n',
      ),
      http(['GET /analysis HTTP/1.1', 'Host: a', 'Connection: upgrade', 'Upgrade: websocket']),
      masked(1, `${ACTIONS.loginWithToken}0000000001{"Token":"x"}`),
      masked(2, `${ACTIONS.data}0000000001{}`),
      masked(8, ''),
      masked(9, 'ping'),
      new Uint8Array([0x82, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    ],
    words: ['\r\n', ': ', 'Content-Length', 'Transfer-Encoding', 'chunked', 'HTTP/1.1', 'Expect'],
    close: async () => {
      bystander.terminate();
      await fixture.close();
    },
    run: async (input) => {
      for (const bytes of [
        input,
        Buffer.concat([Buffer.from(upgradeRequest('/analysis')), input]),
      ]) {
        const received = await exchange(port, bytes, true);
        assertThat(!/^HTTP\/1\.1 500/m.test(received), 'an answer of 500');
        assertNoInternals(received);
      }
      await assertStillServed();
      checkLog([]);
    },
  };
}
