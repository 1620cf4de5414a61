// SPDX-License-Identifier: Apache-2.0
/** The older form of the websocket: frames whose bodies are protobuf, and clients that do not name a form. */
import { ACTIONS, encodeRequest, type ActionId } from '@perfuse/contract/analysis/frames';
import { createEitherWire } from '@perfuse/server/internal/modules/analysis/socket/wire';
import { protobufWire } from '@perfuse/server/internal/modules/analysis/socket/protobuf-wire';
import { ServiceError } from '@perfuse/server/internal/platform/errors/service-error';
import { latinOf } from '../engine/bytes.ts';
import { assertThat, isSame } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';

/** A field of up to 127 bytes. */
const field = (number: number, content: Uint8Array | string): Buffer =>
  Buffer.concat([Buffer.from([(number << 3) | 2, content.length]), Buffer.from(content)]);
/** An integer below 128. */
const number = (name: number, value: number): Buffer => Buffer.from([name << 3, value]);

const frame = (action: ActionId, body: Uint8Array): Uint8Array =>
  new Uint8Array(Buffer.concat([Buffer.from(`${action}0000000001`), body]));

const ID = field(1, 'abc-1');

export function openProtobuf(): Promise<Target> {
  const login = field(1, 'eyJhbGciOiJFZERTQSJ9.e30.AA');
  const subscribe = Buffer.concat([field(1, ID), field(2, 'RESULT0001')]);
  const data = Buffer.concat([
    field(1, ID),
    field(2, 'FIRST::PROCESS'),
    number(3, 0),
    number(4, 1),
    number(5, 6),
    Buffer.from([(6 << 3) | 5, 0, 0, 0xa0, 0x40]),
    field(7, 'PRFS'),
    field(8, '{}'),
  ]);
  return Promise.resolve({
    seeds: [
      frame(ACTIONS.loginWithToken, login),
      frame(ACTIONS.subscribeResults, subscribe),
      frame(ACTIONS.data, data),
      encodeRequest(ACTIONS.loginWithToken, '0000000001', { Token: 'x' }),
      new Uint8Array(),
    ],
    words: [...Object.values(ACTIONS), '\u0000', '\u007f', '\n\u0007\n\u0005abc-1', '{'],
    run: (input) => {
      const either = createEitherWire();
      for (const wire of [protobufWire, either]) {
        for (const given of [input, latinOf(input)]) {
          const read = wire.decode(given);
          if (!read.ok) {
            assertThat(read.reason.message.length < 200, 'a refusal is short');
            continue;
          }
          assertThat(isSame(wire.decode(given), read), 'what is read twice is the same');
          const text = JSON.stringify(read.value.body);
          // base64 grows by a third, escapes of invalid text by a factor of six.
          assertThat(
            text.length <= 8 * input.length + 1024,
            'a body is not larger than what was sent',
          );
        }
        const refusal = new ServiceError('BAD_REQUEST', latinOf(input.subarray(0, 99)));
        const answer = wire.encode('0000000001', refusal.status, refusal.body);
        assertThat(answer.length < 2048, 'a refusal can be written');
      }
    },
  });
}
