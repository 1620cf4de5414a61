// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textFromBase64 } from '../analysis/base64.ts';
import { callbackAddress } from './callback-address.ts';

const BASE = 'https://clinic.example.org/done';

describe('the callback address', () => {
  it('contains the error and the session id', () => {
    expect(callbackAddress(BASE, { error: 'MEASUREMENT_CANCELED' }, 's-1')).toBe(
      `${BASE}?error=MEASUREMENT_CANCELED&sessionId=s-1`,
    );
  });

  it.each([{ results: 'eyJhIjoxfQ' }, { dataId: 'd/7' }])('carries %j', (outcome) => {
    const url = new URL(callbackAddress(BASE, outcome, 's-1'));
    expect(Object.fromEntries(url.searchParams)).toEqual({ ...outcome, sessionId: 's-1' });
  });

  it('carries the details as base64 JSON, whatever they hold', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())), (details) => {
        const address = callbackAddress(BASE, { error: 'X', details }, 's-1');
        const carried = new URL(address).searchParams.get('details') ?? '';
        expect(textFromBase64(carried)).toBe(JSON.stringify(details));
      }),
    );
  });

  it("keeps the integrator's own parameters and fragment, and removes those with reserved names", () => {
    const old = `${BASE}?patient=7&error=OLD&results=forged&dataId=forged&details=forged#top`;
    const address = callbackAddress(old, { error: 'WORKER_ERROR' }, 'a&b=c');
    const url = new URL(address);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      patient: '7',
      error: 'WORKER_ERROR',
      sessionId: 'a&b=c',
    });
    expect(url.hash).toBe('#top');
  });

  it("leaves the integrator's own parameters as they are written", () => {
    const own = "name=Anna%20Lee&at=10:30~&flag&a=b=c&tick='&&sum=1+2&%7Bx%7D=%e4&?error=1";
    const address = callbackAddress(`${BASE}?${own}&%65rror=OLD`, { error: 'X' }, 's-1');
    // The address parser itself writes only the quotation mark otherwise.
    expect(address).toBe(`${BASE}?${own.replace("'", '%27')}&error=X&sessionId=s-1`);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://a/b',
    '/relative',
    'not an address',
    '',
  ])('refuses %j', (address) => {
    expect(() => callbackAddress(address, { error: 'X' }, 's-1')).toThrow(RangeError);
  });
});
