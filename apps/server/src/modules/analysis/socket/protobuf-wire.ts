// SPDX-License-Identifier: Apache-2.0
import { analysisErrorSchema } from '@perfuse/contract/analysis/errors';
import {
  ACTIONS,
  requestHead,
  REQUEST_BODY_AT,
  responseHead,
  type RequestFault,
  type RequestFrame,
} from '@perfuse/contract/analysis/frames';
import { dataAnswer } from '@perfuse/contract/analysis/schemas';
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { resultMessageSchema } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import {
  readDataRequest,
  readLoginRequest,
  readSubscribeRequest,
  writeDataResponse,
  writeError,
  writeLogin,
  writeResult,
} from './protobuf-messages.ts';

const FIRST_ERROR = 400;

const READERS: Readonly<Record<string, (bytes: Uint8Array) => Record<string, unknown>>> = {
  [ACTIONS.data]: readDataRequest,
  [ACTIONS.subscribeResults]: readSubscribeRequest,
  [ACTIONS.loginWithToken]: readLoginRequest,
};

function readBody(action: string, bytes: Uint8Array): Outcome<unknown> {
  try {
    return accepted<unknown>(READERS[action]?.(bytes) ?? {});
  } catch {
    return refused('The body is not a message of this action.');
  }
}

function decode(frame: Uint8Array | string): Outcome<RequestFrame, RequestFault> {
  const bytes = typeof frame === 'string' ? Buffer.from(frame, 'latin1') : frame;
  const head = requestHead(Buffer.from(bytes.subarray(0, REQUEST_BODY_AT)).toString('latin1'));
  if (!head.ok) return head;
  const { action, requestId } = head.value;
  const body = readBody(action, bytes.subarray(REQUEST_BODY_AT));
  return body.ok
    ? accepted({ action, requestId, body: body.value })
    : refused({ requestId, message: body.reason });
}

const loginAnswer = z.strictObject({ Token: z.string() });

/** Encodes an answer by its shape; the acknowledgement of a subscription is an empty message. */
function writeBody(status: number, body: unknown): Uint8Array {
  if (status >= FIRST_ERROR) return writeError(analysisErrorSchema.parse(body));
  const result = resultMessageSchema.safeParse(body);
  if (result.success) return writeResult(result.data);
  const data = dataAnswer.safeParse(body);
  if (data.success) return writeDataResponse(data.data);
  const login = loginAnswer.safeParse(body);
  return login.success ? writeLogin(login.data.Token) : new Uint8Array(0);
}

/** The older form of the websocket: the same frames, with bodies in protobuf. */
export const protobufWire = {
  decode,
  encode: (requestId: string, status: number, body: unknown): Uint8Array =>
    Buffer.concat([responseHead(requestId, status), writeBody(status, body)]),
};
