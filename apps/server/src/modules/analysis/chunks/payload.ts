// SPDX-License-Identifier: Apache-2.0
import { crc32 } from 'node:zlib';
import type { TraceChunk } from '@perfuse/contract/payload/chunk';
import { decodeChunk } from '@perfuse/contract/payload/codec';
import { PAYLOAD_LIMITS } from '@perfuse/contract/limits';
import { ServiceError } from '../../../platform/errors/service-error.ts';

/** Decoded length of a base64 text, padded or not, bytes. */
function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(((text.length - padding) * 3) / 4);
}

/**
 * Decodes a base64 text.
 * @throws ServiceError PAYLOAD_TOO_LARGE, before anything is decoded; UNPACKER_RPC_ERROR when it is not base64.
 */
export function decodeBase64(text: string): Uint8Array {
  const length = decodedLength(text);
  if (length > PAYLOAD_LIMITS.maxBytes) {
    throw new ServiceError(
      'PAYLOAD_TOO_LARGE',
      `Payload is over ${String(PAYLOAD_LIMITS.maxBytes)} bytes.`,
    );
  }
  const bytes = Buffer.from(text, 'base64');
  // The decoder skips invalid characters instead of refusing them, which makes the result too short.
  if (bytes.length !== length) {
    throw new ServiceError('UNPACKER_RPC_ERROR', 'Payload is not base64.');
  }
  return bytes;
}

/** @throws ServiceError UNPACKER_RPC_ERROR with the rule of the payload that is broken. */
export function unpack(bytes: Uint8Array): TraceChunk {
  const chunk = decodeChunk(bytes, { checksum: crc32 });
  if (!chunk.ok) throw new ServiceError('UNPACKER_RPC_ERROR', chunk.reason);
  return chunk.value;
}
