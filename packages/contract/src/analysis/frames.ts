// SPDX-License-Identifier: Apache-2.0
/**
 * Websocket framing of the DeepAffex protocol: a request is `[4-digit action][10-character request id][JSON]`,
 * a response `[10-character request id][3-digit status][JSON]`. All of it is ASCII.
 */
import { accepted, refused, type Outcome } from '../outcome.ts';

export const ACTIONS = {
  data: '0506',
  subscribeResults: '0510',
  loginWithToken: '0718',
} as const;
export type ActionId = (typeof ACTIONS)[keyof typeof ACTIONS];

const ACTION_LENGTH = 4;
const REQUEST_ID_LENGTH = 10;
const STATUS_LENGTH = 3;

export interface RequestFrame {
  readonly action: string;
  readonly requestId: string;
  /** Parsed JSON, not yet checked against the action's schema. */
  readonly body: unknown;
}

export interface ResponseFrame {
  readonly requestId: string;
  readonly status: number;
  readonly body: unknown;
}

/** JSON with all characters beyond ASCII as `\uXXXX`: some clients decode frames as Latin-1. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function toBytes(ascii: string): Uint8Array {
  const bytes = new Uint8Array(ascii.length);
  for (let at = 0; at < ascii.length; at += 1) bytes[at] = ascii.charCodeAt(at);
  return bytes;
}

function toText(bytes: Uint8Array): string {
  const BLOCK = 8192;
  let text = '';
  for (let at = 0; at < bytes.length; at += BLOCK) {
    text += String.fromCharCode(...bytes.subarray(at, at + BLOCK));
  }
  return text;
}

function parseJson(text: string): Outcome<unknown> {
  try {
    return accepted(JSON.parse(text));
  } catch {
    return refused('The body is not JSON.');
  }
}

export function encodeRequest(action: ActionId, requestId: string, body: unknown): Uint8Array {
  if (requestId.length !== REQUEST_ID_LENGTH) {
    throw new RangeError(`A request id has ${String(REQUEST_ID_LENGTH)} characters.`);
  }
  return toBytes(action + requestId + asciiJson(body));
}

/** Why a request frame was refused; with the request id if it could be read, so that it can be answered. */
export interface RequestFault {
  readonly requestId: string | null;
  readonly message: string;
}

/** Offset of a request's body, in characters or bytes. */
export const REQUEST_BODY_AT = ACTION_LENGTH + REQUEST_ID_LENGTH;

/** Reads the head of a request, whatever the format of its body. Never throws. */
export function requestHead(
  text: string,
): Outcome<Pick<RequestFrame, 'action' | 'requestId'>, RequestFault> {
  if (text.length < REQUEST_BODY_AT) {
    return refused({ requestId: null, message: 'The frame is too short.' });
  }
  const action = text.slice(0, ACTION_LENGTH);
  const requestId = text.slice(ACTION_LENGTH, REQUEST_BODY_AT);
  // Clients with a shorter id pad it with blanks.
  if (!/^[\x20-\x7e]{10}$/.test(requestId) || requestId.trim() === '') {
    return refused({ requestId: null, message: 'The request id is not 10 printable characters.' });
  }
  if (!/^\d{4}$/.test(action)) {
    return refused({ requestId, message: 'The action id is not four digits.' });
  }
  return accepted({ action, requestId });
}

/** Reads a request frame, binary or text. Never throws. An empty body counts as `{}`. */
export function decodeRequest(frame: Uint8Array | string): Outcome<RequestFrame, RequestFault> {
  const text = typeof frame === 'string' ? frame : toText(frame);
  const head = requestHead(text);
  if (!head.ok) return head;
  const { action, requestId } = head.value;
  const bodyText = text.slice(REQUEST_BODY_AT);
  const body = bodyText.trim() === '' ? accepted<unknown>({}) : parseJson(bodyText);
  return body.ok
    ? accepted({ action, requestId, body: body.value })
    : refused({ requestId, message: body.reason });
}

const responseHeadText = (requestId: string, status: number): string =>
  requestId.padEnd(REQUEST_ID_LENGTH).slice(0, REQUEST_ID_LENGTH) +
  String(status).padStart(STATUS_LENGTH, '0');

/** Head of a response, whatever the format of its body. */
export const responseHead = (requestId: string, status: number): Uint8Array =>
  toBytes(responseHeadText(requestId, status));

export function encodeResponse(requestId: string, status: number, body: unknown): Uint8Array {
  return toBytes(responseHeadText(requestId, status) + asciiJson(body));
}

/** Reads a response frame. Never throws. */
export function decodeResponse(frame: Uint8Array): Outcome<ResponseFrame> {
  const text = toText(frame);
  const bodyAt = REQUEST_ID_LENGTH + STATUS_LENGTH;
  const statusText = text.slice(REQUEST_ID_LENGTH, bodyAt);
  if (!/^\d{3}$/.test(statusText)) return refused('The frame has no status.');
  const body = parseJson(text.slice(bodyAt));
  if (!body.ok) return body;
  return accepted({
    requestId: text.slice(0, REQUEST_ID_LENGTH),
    status: Number(statusText),
    body: body.value,
  });
}
