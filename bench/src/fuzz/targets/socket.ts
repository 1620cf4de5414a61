// SPDX-License-Identifier: Apache-2.0
/**
 * Well-formed frames to the websocket of the whole server. An input consists of frames separated by a record separator;
 * one that starts with `~` is sent as text. Every frame is answered once, or the socket closes.
 */
import { ACTIONS, decodeResponse } from '@perfuse/contract/analysis/frames';
import { ANALYSIS_ERRORS } from '@perfuse/contract/analysis/errors';
import { WebSocket } from 'ws';
import { bytesOf, latinOf, textOf } from '../engine/bytes.ts';
import { assertThat, assertNoInternals } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { Fixture } from '../fixture/fixture.ts';

const SEPARATOR = '\u001e';
const MAX_FRAMES = 12;
/** Request id that no real client uses: its answer means that everything before it was answered. */
const END = '9999FUZZ-END-1';
const END_ID = 'FUZZ-END-1';
const STATUSES: ReadonlySet<number> = new Set([
  200,
  ...Object.values(ANALYSIS_ERRORS).map(({ status }) => status),
]);

export async function openSocket(): Promise<Target> {
  const fixture = await Fixture.open();
  const login = `${ACTIONS.loginWithToken}0000000001{"Token":"@GUEST@"}`;
  const subscribe = `${ACTIONS.subscribeResults}0000000002{"Params":{"ID":"@GUESTMEASUREMENT@"},"RequestID":"RESULT0001"}`;
  const data = `${ACTIONS.data}0000000003{"Params":{"ID":"@GUESTMEASUREMENT@"},"Action":"LAST::PROCESS","Payload":"@PAYLOAD@"}`;
  const joined = (...frames: string[]): Uint8Array => bytesOf(frames.join(SEPARATOR));
  return {
    seeds: [
      joined(login, subscribe, data),
      joined(`~${login}`, data, data, subscribe),
      joined(subscribe, data),
      joined(login, `${ACTIONS.loginWithToken}0000000009{"Token":"x"}`, data),
      joined('', '05', '~', `${ACTIONS.data}0000000003[`),
    ],
    words: [
      SEPARATOR,
      '~',
      ...Object.values(ACTIONS),
      '@GUEST@',
      '@GUESTMEASUREMENT@',
      '@PAYLOAD@',
    ],
    close: () => fixture.close(),
    run: async (input) => {
      const { port, checkLog } = fixture.server;
      const { fill } = await fixture.context(textOf(input));
      const socket = new WebSocket(`ws://127.0.0.1:${String(port)}/analysis`, ['json']);
      await new Promise((resolve) => socket.once('open', resolve));
      let answers = 0;
      const ended = new Promise<void>((resolve, reject) => {
        socket.on('close', () => resolve());
        socket.on('message', (bytes: Buffer) => {
          try {
            const frame = decodeResponse(bytes);
            assertThat(frame.ok, 'an answer is a frame');
            const { status, requestId, body } = frame.value;
            assertThat(STATUSES.has(status) && status !== 500, `an answer of ${String(status)}`);
            assertNoInternals(JSON.stringify(body));
            if (requestId === END_ID) resolve();
            else answers += 1;
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
      });
      try {
        const frames = latinOf(input).split(SEPARATOR).slice(0, MAX_FRAMES);
        for (const frame of frames) {
          const filled = await fill(frame);
          socket.send(filled.startsWith('~') ? filled.slice(1) : Buffer.from(filled, 'latin1'));
        }
        socket.send(END);
        await ended;
        assertThat(
          answers >= frames.length,
          `${String(frames.length)} frames had ${String(answers)} answers`,
        );
      } finally {
        socket.terminate();
      }
      checkLog([]);
    },
  };
}
