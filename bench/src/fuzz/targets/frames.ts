// SPDX-License-Identifier: Apache-2.0
/** The frame parser of the websocket, and the bodies of the actions. */
import {
  ACTIONS,
  decodeRequest,
  decodeResponse,
  encodeRequest,
  encodeResponse,
  type ActionId,
} from '@perfuse/contract/analysis/frames';
import {
  dataFrameBody,
  loginWithTokenBody,
  subscribeBody,
} from '@perfuse/contract/analysis/schemas';
import { ServiceError } from '@perfuse/server/internal/platform/errors/service-error';
import { parseInput } from '@perfuse/server/internal/platform/errors/validation';
import { bytesOf, jsonBytes, latinOf } from '../engine/bytes.ts';
import { assertThat, isSame, resultOrRefusal } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';

const SCHEMAS = {
  [ACTIONS.data]: dataFrameBody,
  [ACTIONS.subscribeResults]: subscribeBody,
  [ACTIONS.loginWithToken]: loginWithTokenBody,
} as const;

const isAction = (action: string): action is ActionId => Object.hasOwn(SCHEMAS, action);

/** JSON has no -0 and no number beyond a double: the serialised forms are compared. */
const sameJson = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

async function request(frame: Uint8Array | string): Promise<void> {
  const read = decodeRequest(frame);
  if (!read.ok) {
    assertThat(read.reason.message.length < 200, 'a refusal is short');
    return;
  }
  const { action, requestId, body } = read.value;
  assertThat(/^\d{4}$/.test(action) && requestId.length === 10, 'the parts have their lengths');
  if (!isAction(action)) return;
  const again = decodeRequest(encodeRequest(action, requestId, body));
  assertThat(again.ok && sameJson(again.value.body, body), 'what was read can be written and read');
  const parsed = await resultOrRefusal(
    () => parseInput<(typeof SCHEMAS)[ActionId]>(SCHEMAS[action], body, 'body'),
    (error) => error instanceof ServiceError && error.code === 'VALIDATION_ERROR',
  );
  if (parsed === undefined) return;
  const twice = SCHEMAS[action].safeParse(parsed);
  assertThat(twice.success && isSame(twice.data, parsed), 'what was accepted is accepted again');
}

function response(bytes: Uint8Array): void {
  const read = decodeResponse(bytes);
  if (!read.ok) return;
  const { requestId, status, body } = read.value;
  const again = decodeResponse(encodeResponse(requestId, status, body));
  assertThat(again.ok && sameJson(again.value, read.value), 'an answer can be written and read');
}

export function openFrames(): Promise<Target> {
  const data = { Params: { ID: 'abc-1' }, Action: 'FIRST::PROCESS', Payload: 'UFJGUwEAIAA=' };
  const seeds = [
    encodeRequest(ACTIONS.loginWithToken, '0718000001', { Token: 'eyJhbGciOiJFZERTQSJ9.e30.AA' }),
    encodeRequest(ACTIONS.subscribeResults, '0510000002', {
      Params: { ID: 'abc-1' },
      RequestID: 'RESULT0001',
    }),
    encodeRequest(ACTIONS.data, '0506000003', data),
    encodeRequest(ACTIONS.data, '0506000004', {
      ...data,
      ChunkOrder: 0,
      StartTime: 0,
      EndTime: 5,
      Duration: 5,
      Meta: '{}',
    }),
    encodeResponse('0506000003', 200, { ID: 'abc-1:0', ChunkOrder: 0 }),
    bytesOf('0510100005{"Params":{"ID":{"length":{"toString":null}}},"RequestID":"RESULT0001"}'),
    bytesOf('0718000001'),
    jsonBytes({}),
    new Uint8Array(),
  ];
  return Promise.resolve({
    seeds,
    words: [...Object.values(ACTIONS), '9999', 'Params', 'Payload', 'RequestID', 'Token', '{', '"'],
    run: async (input) => {
      await request(input);
      await request(latinOf(input));
      await request(Buffer.from(input).toString('utf8'));
      response(input);
    },
  });
}
