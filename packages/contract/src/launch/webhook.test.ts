// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { CHANNEL_CODES } from '../results/channels.ts';
import { callbackResults, dataIdAnswer } from './results.ts';
import { formatSignature, parseSignature, signedText } from './webhook.ts';

const digest = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));

test('a signature round-trips through formatting and parsing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999_999 }),
      fc.array(digest, { minLength: 1, maxLength: 2 }),
      (timestamp, digests) => {
        const written = formatSignature({ timestamp, digests });
        expect(parseSignature(written)).toEqual({ ok: true, value: { timestamp, digests } });
        expect(parseSignature(`${written}, v2=later`)).toMatchObject({ ok: true });
      },
    ),
  );
});

it('a signature without a time or a digest is refused, and parsing never throws', () => {
  const hex = 'a'.repeat(64);
  for (const header of ['', 't=1', `v1=${hex}`, `t=x,v1=${hex}`, 't=1,v1=abc', `t=1;v1=${hex}`]) {
    expect(parseSignature(header).ok, header).toBe(false);
  }
  fc.assert(fc.property(fc.string(), (header) => void parseSignature(header)));
});

it('a signature is parsed without the parts of unknown schemes', () => {
  const hex = 'a'.repeat(64);
  expect(parseSignature(`t=1,x=999,v1=${hex},v2=${'b'.repeat(64)}`)).toEqual({
    ok: true,
    value: { timestamp: 1, digests: [hex] },
  });
});

it('a signature of more than 1000 characters is refused', () => {
  const signature = formatSignature({ timestamp: 1, digests: ['a'.repeat(64)] });
  expect(parseSignature(signature.padEnd(1000, ','))).toMatchObject({ ok: true });
  expect(parseSignature(signature.padEnd(1001, ','))).toEqual({ ok: false, reason: 'is too long' });
});

test('the signed text consists of the timestamp and the body', () => {
  expect(signedText(1_700_000_000, '{"a":1}')).toBe('1700000000.{"a":1}');
});

test('results have every value by name and by channel, -1 where one is missing', () => {
  const results = callbackResults(
    'm-1',
    {
      HR_BPM: { value: 61.5, kind: 'measured', source: 'pos', uncertainty: 2 },
      DBT_RISK_PROB: { value: 4, kind: 'estimated', source: 'x' },
      SNR: { value: null, kind: 'missing', source: '', reason: 'low-signal' },
    },
    4.5,
  );
  expect(results).toMatchObject({
    measurementId: 'm-1',
    ppm: 61.5,
    DiabetesRisk: 4,
    HypertriglyceridemiaRisk: -1,
    snr: -1,
    avgStarRating: 4.5,
  });
  expect(Object.keys(results.signals)).toEqual(CHANNEL_CODES);
  expect(results.signals).toMatchObject({ HR_BPM: 61.5, SNR: -1, BR_BPM: -1 });
  expect(Object.keys(results.Notes)).toEqual(['HR_BPM', 'SNR', 'DBT_RISK_PROB']);
});

test('a data id is a short token without spaces', () => {
  expect(dataIdAnswer.parse({ dataId: 7 })).toEqual({ dataId: '7' });
  for (const dataId of ['', 'a b', 'a\n', {}, null, 'x'.repeat(501)]) {
    expect(dataIdAnswer.safeParse({ dataId }).success).toBe(false);
  }
});
