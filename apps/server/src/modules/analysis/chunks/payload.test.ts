// SPDX-License-Identifier: Apache-2.0
import { PAYLOAD_LIMITS } from '@perfuse/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { decodeBase64 } from './payload.ts';

function refusal(text: string): string {
  try {
    decodeBase64(text);
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  return 'none';
}

describe('base64 of a payload', () => {
  it('decodes to the original bytes, padded or not, in either alphabet', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('base64', 'base64url'),
        (bytes, form) => {
          const text = Buffer.from(bytes).toString(form);
          expect([...decodeBase64(text)]).toEqual([...bytes]);
        },
      ),
    );
  });

  it('is refused when a character is not base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 3, maxLength: 60 }), fc.nat(), (bytes, at) => {
        const text = Buffer.from(bytes).toString('base64url');
        const place = at % text.length;
        const broken = `${text.slice(0, place)}*${text.slice(place + 1)}`;
        expect(refusal(broken)).toBe('UNPACKER_RPC_ERROR');
      }),
    );
  });

  it('is refused by its length before it is decoded', () => {
    expect(refusal(Buffer.alloc(PAYLOAD_LIMITS.maxBytes).toString('base64'))).toBe('none');
    expect(refusal('*'.repeat(PAYLOAD_LIMITS.maxBytes * 2))).toBe('PAYLOAD_TOO_LARGE');
  });
});
