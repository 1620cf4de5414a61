// SPDX-License-Identifier: Apache-2.0
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { formatSignature, signedText } from '@perfuse/contract/launch/webhook';
import { describe, expect, it } from 'vitest';
import { IntegratorError } from './fault.ts';
import { verifyWebhook } from './webhook.ts';

const SECRET = 'whsec_0123456789';
const NOW_S = 1_700_000_000;
const now = () => NOW_S * 1000;
const EVENT = {
  timestamp: '2030-01-31T10:00:00.000Z',
  sessionId: 's-1',
  sequence: 0,
  event: 'MEASUREMENT_STARTED',
  severity: 'INFO',
  payload: { cameraRate: 30 },
  configId: 'acme-web',
};
const BODY = JSON.stringify(EVENT);

const digest = (secret: string, body = BODY, timestamp = NOW_S) =>
  createHmac('sha256', secret).update(signedText(timestamp, body)).digest('hex');
const headersOf = (digests: readonly string[], timestamp = NOW_S) => ({
  'Perfuse-Signature': formatSignature({ timestamp, digests }),
  'Perfuse-Delivery': 'd-1',
});
const faultOf = (check: () => unknown): string => {
  try {
    check();
  } catch (error) {
    if (error instanceof IntegratorError) return error.code;
  }
  return 'none';
};

describe('a delivery', () => {
  it('with a valid signature is read', () => {
    const headers = headersOf([digest(SECRET)]);
    expect(verifyWebhook(headers, BODY, SECRET, { now })).toEqual({
      deliveryId: 'd-1',
      event: EVENT,
    });
    const raw = new TextEncoder().encode(BODY);
    expect(verifyWebhook(new Headers(headers), raw, SECRET, { now }).event).toEqual(EVENT);
  });

  it('is read with either secret during a rotation, on both sides', () => {
    const headers = headersOf([digest('new'), digest(SECRET)]);
    for (const secrets of [SECRET, 'new', ['old', SECRET]]) {
      expect(verifyWebhook(headers, BODY, secrets, { now }).deliveryId).toBe('d-1');
    }
  });

  it('is refused when its body was modified', () => {
    const headers = headersOf([digest(SECRET)]);
    fc.assert(
      fc.property(fc.nat(BODY.length - 1), fc.integer({ min: 1, max: 90 }), (at, by) => {
        const changed = String.fromCharCode(((BODY.charCodeAt(at) - 32 + by) % 91) + 32);
        const touched = BODY.slice(0, at) + changed + BODY.slice(at + 1);
        if (touched === BODY) return;
        const fault = faultOf(() => verifyWebhook(headers, touched, SECRET, { now }));
        expect(fault).toBe('SIGNATURE_NOT_VALID');
      }),
    );
  });

  it.each([
    ['another secret', SECRET, headersOf([digest('other')]), 'SIGNATURE_NOT_VALID'],
    ['an empty secret', '', headersOf([digest('')]), 'SIGNATURE_NOT_VALID'],
    ['no secret at all', [], headersOf([digest('')]), 'SIGNATURE_NOT_VALID'],
    [
      'a time that was not signed',
      SECRET,
      headersOf([digest(SECRET)], NOW_S + 1),
      'SIGNATURE_NOT_VALID',
    ],
    ['no signature', SECRET, {}, 'SIGNATURE_MISSING'],
    [
      'a signature of another scheme',
      SECRET,
      { 'perfuse-signature': 't=1,v9=ab' },
      'SIGNATURE_MISSING',
    ],
  ])('is refused with %s', (_what, secrets, headers, code) => {
    expect(faultOf(() => verifyWebhook(headers, BODY, secrets, { now }))).toBe(code);
  });

  it('is refused when it is more than five minutes, or the given tolerance, old or in the future', () => {
    const at = (s: number, tolerance?: number) =>
      faultOf(() =>
        verifyWebhook(headersOf([digest(SECRET, BODY, s)], s), BODY, SECRET, {
          now,
          tolerance,
        }),
      );
    expect(at(NOW_S - 300)).toBe('none');
    expect(at(NOW_S - 301)).toBe('SIGNATURE_TOO_OLD');
    expect(at(NOW_S + 301)).toBe('SIGNATURE_TOO_OLD');
    expect(at(NOW_S - 11, 10)).toBe('SIGNATURE_TOO_OLD');
    expect(at(NOW_S - 1, Number.NaN)).toBe('SIGNATURE_TOO_OLD');
  });

  it('is refused when its signed body is not an event', () => {
    for (const body of ['', '[]', '{"event":"OTHER"}']) {
      const headers = headersOf([digest(SECRET, body)]);
      expect(faultOf(() => verifyWebhook(headers, body, SECRET, { now }))).toBe(
        'EVENT_NOT_READABLE',
      );
    }
  });

  it('is refused with an IntegratorError for arbitrary input', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (signature, body) => {
        const headers = { 'perfuse-signature': signature };
        expect(faultOf(() => verifyWebhook(headers, body, SECRET, { now }))).not.toBe('none');
      }),
    );
  });
});
