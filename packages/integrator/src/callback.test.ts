// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { CompactEncrypt } from 'jose';
import { callbackResults } from '@perfuse/contract/launch/results';
import { describe, expect, it } from 'vitest';
import { readCallback } from './callback.ts';
import { IntegratorError } from './fault.ts';
import { readResults, readResultsApi } from './results.ts';

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = pair();
const RESULTS = callbackResults(
  'm-1',
  { HR_BPM: { value: 71.5, kind: 'measured', source: 'pos' } },
  4.2,
);

const base64 = (value: unknown, encoding: 'base64' | 'base64url' = 'base64url') =>
  Buffer.from(JSON.stringify(value)).toString(encoding);
const jwe = (to: KeyObject, header: object = {}, text = JSON.stringify(RESULTS)) =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', ...header })
    .encrypt(to);
const back = (query: Record<string, string>) =>
  `https://acme.example/back?${new URLSearchParams(query).toString()}`;

describe('a callback with results', () => {
  it('in the clear is read', async () => {
    const address = back({ results: base64(RESULTS), sessionId: 's-1' });
    expect(await readCallback(address)).toEqual({
      kind: 'results',
      sessionId: 's-1',
      results: RESULTS,
      encrypted: false,
    });
  });

  it('is read from a path with a query, a URL, and the query alone', async () => {
    const address = new URL(back({ results: base64(RESULTS), sessionId: 's-1', own: 'x' }));
    for (const given of [address.pathname + address.search, address, address.searchParams]) {
      expect(await readCallback(given)).toMatchObject({ kind: 'results', sessionId: 's-1' });
    }
  });

  it('is read from plain base64 as well', async () => {
    const address = back({ results: base64(RESULTS, 'base64'), sessionId: 's-1' });
    expect(await readCallback(address)).toMatchObject({ results: { ppm: 71.5 } });
  });

  it('encrypted is decrypted with the results key', async () => {
    const privateKey = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const address = back({ results: await jwe(key.publicKey), sessionId: 's-1' });
    expect(await readCallback(address, { resultsKey: { privateKey } })).toMatchObject({
      encrypted: true,
      results: RESULTS,
    });
  });

  it('encrypted is decrypted with the old or the new key during a rotation', async () => {
    const newer = pair();
    const resultsKey = [
      { id: 'old', privateKey: key.privateKey },
      { id: 'new', privateKey: newer.privateKey },
    ];
    for (const [kid, to] of [
      ['old', key.publicKey],
      ['new', newer.publicKey],
      ['unknown', newer.publicKey],
    ] as const) {
      const results = await jwe(to, { kid });
      await expect(readResults(results, { resultsKey })).resolves.toEqual(RESULTS);
    }
  });

  it('encrypted needs the right key, a supported algorithm and an unmodified text', async () => {
    const results = await jwe(key.publicKey);
    const fault = (given: string, keys = {}) =>
      readResults(given, keys).catch((error: unknown) => (error as IntegratorError).code);
    expect(await fault(results)).toBe('RESULTS_KEY_MISSING');
    const other = { resultsKey: { privateKey: pair().privateKey } };
    expect(await fault(results, other)).toBe('RESULTS_NOT_READABLE');
    const own = { resultsKey: { privateKey: key.privateKey } };
    const [header, ...rest] = results.split('.');
    const touched = [header, ...rest.slice(0, 2), 'AAAA', rest[3]].join('.');
    expect(await fault(touched, own)).toBe('RESULTS_NOT_READABLE');
    for (const weaker of [{ alg: 'ECDH-ES' }, { enc: 'A128GCM' }]) {
      expect(await fault(await jwe(key.publicKey, weaker), own)).toBe('RESULTS_NOT_READABLE');
    }
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    expect(await fault(results, { resultsKey: { privateKey } })).toBe('KEY_NOT_USABLE');
  });

  it('is refused when the results do not match the contract', async () => {
    const address = back({ results: base64({ ppm: 'fast' }), sessionId: 's-1' });
    await expect(readCallback(address)).rejects.toMatchObject({ code: 'RESULTS_NOT_READABLE' });
  });
});

describe('a callback without results', () => {
  it('has the id that the results API returned', async () => {
    expect(await readCallback(back({ dataId: 'd-9', sessionId: 's-1' }))).toEqual({
      kind: 'stored',
      sessionId: 's-1',
      dataId: 'd-9',
    });
  });

  it('has the error of a measurement with its details', async () => {
    const details = { measurementId: null, snr: null, starRating: 0, errorTimeSeconds: 12.5 };
    const address = back({
      error: 'MEASUREMENT_CANCELED',
      sessionId: 's-1',
      details: base64(details),
    });
    expect(await readCallback(address)).toEqual({
      kind: 'error',
      error: 'MEASUREMENT_CANCELED',
      sessionId: 's-1',
      details,
      fields: {},
    });
  });

  it('has the fields of a refused profile', async () => {
    const fields = { age: 'INVALID_AGE', bmi: 'INVALID_BMI' };
    const query = { error: 'PROFILE_VALIDATION_FAILED', sessionId: 's-1' };
    const address = back({ ...query, details: base64(fields) });
    expect(await readCallback(address)).toMatchObject({ sessionId: 's-1', details: null, fields });
  });

  it('has no error time for a measurement that had not begun', async () => {
    const details = { measurementId: null, snr: null, starRating: 0 };
    const query = { error: 'CAMERA_PERMISSION_NOT_GRANTED', sessionId: 's-1' };
    expect(await readCallback(back({ ...query, details: base64(details) }))).toMatchObject({
      details,
    });
  });

  it.each([
    ['two answers', { dataId: 'd-9', error: 'UNKNOWN_ERROR', sessionId: 's-1' }],
    ['results beside an error', { results: base64(RESULTS), error: 'X', sessionId: 's-1' }],
    ['no session', { error: 'UNKNOWN_ERROR' }],
    ['nothing but a session', { sessionId: 's-1' }],
  ])('is refused with %s', async (_, query) => {
    await expect(readCallback(back(query))).rejects.toMatchObject({ code: 'NOT_A_CALLBACK' });
  });

  it.each(['results', 'sessionId', 'error', 'dataId', 'details'])(
    'is refused with two of %s',
    async (name) => {
      const query = `error=X&sessionId=s-1&results=AA&dataId=d&details=AA&${name}=AA`;
      await expect(readCallback(`/back?${query}`)).rejects.toMatchObject({
        code: 'NOT_A_CALLBACK',
        message: expect.stringMatching(`Twice in it: ${name}\\.`) as unknown,
      });
    },
  );

  it('is refused with an IntegratorError for any query that is not a callback', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.webQueryParameters(),
        async (text, query) => {
          for (const given of [
            text,
            `/back?${query}`,
            `/back?results=${encodeURIComponent(text)}`,
          ]) {
            const read = await readCallback(given).catch((error: unknown) => error);
            expect(read).toBeInstanceOf(IntegratorError);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a results API', () => {
  const body = { results: base64(RESULTS), resultsAreEncrypted: false, sessionId: 's-1' };

  it('reads a posted body, parsed or as text', async () => {
    for (const given of [body, JSON.stringify(body)]) {
      expect(await readResultsApi(given)).toEqual({
        sessionId: 's-1',
        results: RESULTS,
        verified: null,
      });
    }
    const verified = { session: 'signed', measurement: 'here' } as const;
    expect(await readResultsApi({ ...body, verified })).toMatchObject({ verified });
    const results = await jwe(key.publicKey);
    const resultsKey = { privateKey: key.privateKey };
    await expect(
      readResultsApi({ ...body, results, resultsAreEncrypted: true }, { resultsKey }),
    ).resolves.toMatchObject({ results: RESULTS });
  });

  it.each([
    ['what is no JSON', '{', 'NOT_A_CALLBACK'],
    ['what has other fields', { results: 'x' }, 'NOT_A_CALLBACK'],
    [
      'plain results that say they are encrypted',
      { ...body, resultsAreEncrypted: true },
      'RESULTS_NOT_READABLE',
    ],
    [
      'encrypted results that say they are in the clear',
      { ...body, results: 'header.key.iv.text.tag' },
      'RESULTS_NOT_READABLE',
    ],
  ])('refuses %s', async (_what, given, code) => {
    await expect(readResultsApi(given)).rejects.toMatchObject({ code });
  });
});
