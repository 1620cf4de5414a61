// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACTIONS,
  asciiJson,
  decodeRequest,
  decodeResponse,
  encodeRequest,
  encodeResponse,
} from './frames.ts';

const requestIds = fc.stringMatching(/^[A-Za-z0-9]{10}$/);
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('websocket frames', () => {
  test('a request round-trips through both frame kinds with any body', () => {
    fc.assert(
      fc.property(requestIds, fc.dictionary(fc.string(), fc.jsonValue()), (requestId, json) => {
        const body: unknown = JSON.parse(JSON.stringify(json));
        const bytes = encodeRequest(ACTIONS.data, requestId, body);
        const expected = { ok: true, value: { action: '0506', requestId, body } };
        expect(decodeRequest(bytes)).toEqual(expected);
        expect(decodeRequest(latin1(bytes))).toEqual(expected);
      }),
    );
  });

  test('a response round-trips, and is pure ASCII', () => {
    fc.assert(
      fc.property(
        requestIds,
        fc.integer({ min: 100, max: 599 }),
        fc.string({ unit: 'binary' }),
        (requestId, status, text) => {
          const bytes = encodeResponse(requestId, status, { text });
          expect(decodeResponse(bytes)).toEqual({
            ok: true,
            value: {
              requestId,
              status,
              body: { text: JSON.parse(JSON.stringify(text)) as string },
            },
          });
          expect([...bytes].every((byte) => byte < 0x80)).toBe(true);
        },
      ),
    );
  });

  test('reads a payload of hundreds of kilobytes', () => {
    const body = { Payload: 'A'.repeat(300_000) };
    expect(decodeRequest(encodeRequest(ACTIONS.data, '0506abcdef', body))).toMatchObject({
      ok: true,
      value: { body },
    });
  });

  test('an empty body counts as an empty object', () => {
    expect(decodeRequest('07180718abcdef')).toEqual({
      ok: true,
      value: { action: '0718', requestId: '0718abcdef', body: {} },
    });
  });

  test.each([
    ['', null, /too short/],
    ['0506abc', null, /too short/],
    ['abcdefghijklmn{}', 'efghijklmn', /four digits/],
    ['0506\u0000bcdefghij{}', null, /printable/],
    ['0506abcdefghij{"a"', 'abcdefghij', /not JSON/],
  ])('refuses %j, keeping the request id where it is readable', (frame, requestId, message) => {
    const decoded = decodeRequest(frame);
    expect(decoded.ok).toBe(false);
    if (!decoded.ok) {
      expect(decoded.reason.requestId).toBe(requestId);
      expect(decoded.reason.message).toMatch(message);
    }
  });

  test('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        decodeRequest(bytes);
        decodeRequest(latin1(bytes));
        decodeResponse(bytes);
      }),
      { numRuns: 2000 },
    );
  });

  test('escapes characters outside ASCII, and refuses a short request id', () => {
    expect(asciiJson({ a: 'é€😀' })).toBe('{"a":"\\u00e9\\u20ac\\ud83d\\ude00"}');
    expect(() => encodeRequest(ACTIONS.data, 'short', {})).toThrow(/10 characters/);
  });
});
