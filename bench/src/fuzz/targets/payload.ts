// SPDX-License-Identifier: Apache-2.0
/** The payload codec, from a client's base64 to the columns. */
import { PAYLOAD_LIMITS } from '@perfuse/contract/limits';
import { decodeChunk, encodeChunk } from '@perfuse/contract/payload/codec';
import { decodeBase64, unpack } from '@perfuse/server/internal/modules/analysis/chunks/payload';
import { ServiceError } from '@perfuse/server/internal/platform/errors/service-error';
import { latinOf } from '../engine/bytes.ts';
import { stillChunk } from '@perfuse/testing/chunks';
import { assertThat, isSame, resultOrRefusal } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { chestChunk, person, withChecksum } from './chunks.ts';

const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceError && ['UNPACKER_RPC_ERROR', 'PAYLOAD_TOO_LARGE'].includes(error.code);

async function take(text: string): Promise<void> {
  const bytes = await resultOrRefusal(() => decodeBase64(text), isRefusal);
  if (bytes === undefined) return;
  assertThat(bytes.length <= PAYLOAD_LIMITS.maxBytes, 'nothing larger than the limit is decoded');
  const chunk = await resultOrRefusal(() => unpack(bytes), isRefusal);
  if (chunk === undefined) return;
  const { timeMs } = chunk.frames;
  assertThat(timeMs.length >= 1 && timeMs.length <= PAYLOAD_LIMITS.maxFrames, 'frames are bounded');
  const again = decodeChunk(encodeChunk(chunk));
  assertThat(again.ok && isSame(again.value, chunk), 'an accepted chunk encodes to an equal one');
}

export function openPayload(): Promise<Target> {
  const chunks = [stillChunk(1), stillChunk(4), stillChunk(2, { person }), chestChunk(3)].map(
    encodeChunk,
  );
  return Promise.resolve({
    seeds: [...chunks, new Uint8Array(36), new Uint8Array()],
    words: ['PRFS', 'AGE_YEARS', 'HEIGHT_CM', '==', '\u0000\u0000', '\u0001', '\u0001\u0001'],
    run: async (input) => {
      await take(Buffer.from(input).toString('base64'));
      // A valid checksum reaches the rest of the parser.
      await take(Buffer.from(withChecksum(input)).toString('base64'));
      await take(latinOf(input));
    },
  });
}
