// SPDX-License-Identifier: Apache-2.0
import {
  decodeRequest,
  encodeResponse,
  type RequestFault,
  type RequestFrame,
} from '@perfuse/contract/analysis/frames';
import type { Outcome } from '@perfuse/contract/outcome';
import { protobufWire } from './protobuf-wire.ts';

/** Encoding of the bodies of frames. */
export interface Wire {
  /** Never throws. */
  readonly decode: (frame: Uint8Array | string) => Outcome<RequestFrame, RequestFault>;
  readonly encode: (requestId: string, status: number, body: unknown) => Uint8Array;
}

/** Frames are ASCII: each byte is a character. Node's own decoding takes a tenth of the time for a chunk. */
const toText = (frame: Uint8Array): string =>
  Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString('latin1');

export const jsonWire: Wire = {
  decode: (frame) => decodeRequest(typeof frame === 'string' ? frame : toText(frame)),
  encode: encodeResponse,
};

const BODY_AT = 14;
const BRACE = 0x7b;

/**
 * For clients that offer no subprotocol: the oldest ones send protobuf, later ones JSON. The first frame with a body
 * decides: JSON begins with a brace, with which no protobuf message of the protocol begins.
 */
export function createEitherWire(): Wire {
  let chosen: Wire | null = null;
  return {
    decode: (frame) => {
      if (chosen === null && frame.length > BODY_AT) {
        chosen = typeof frame === 'string' || frame[BODY_AT] === BRACE ? jsonWire : protobufWire;
      }
      return (chosen ?? jsonWire).decode(frame);
    },
    encode: (requestId, status, body) => (chosen ?? jsonWire).encode(requestId, status, body),
  };
}
