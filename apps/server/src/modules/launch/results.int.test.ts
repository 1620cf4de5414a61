// SPDX-License-Identifier: Apache-2.0
import { createHmac } from 'node:crypto';
import { SAMPLE_ID_PREFIX } from '@perfuse/contract/results/outcome';
import type { ConfigurationSettings } from '@perfuse/contract/account/configuration';
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import {
  callbackResultsSchema,
  encryptionAnswer,
  RESULTS_LIMITS,
  type CallbackResults,
} from '@perfuse/contract/launch/results';
import { parseSignature, signedText, WEBHOOK_HEADERS } from '@perfuse/contract/launch/webhook';
import { z } from '@perfuse/contract/schema';
import { compactDecrypt, importPKCS8 } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '@perfuse/testing/client';
import {
  integrator,
  measured,
  secretOf,
  type Integrator,
  type Key,
  type Visit,
} from '../../testing/integrator.ts';
import { startReceiver, type Receiver } from '@perfuse/testing/receiver';
import { startServer, type TestServer } from '../../testing/server.ts';

const base64Of = (results: unknown) => Buffer.from(JSON.stringify(results)).toString('base64');
const NO_LAUNCH = { status: 401, body: { code: 'INVALID_LAUNCH' } };
const FOREIGN = { status: 403, body: { code: 'NOT_OF_THIS_LAUNCH' } };
const unreadableIn = (field: string) => ({
  status: 400,
  body: {
    code: 'VALIDATION_ERROR',
    errors: {
      [field]: [['VALID_PROPERTIES', [expect.stringContaining('JSON text of results') as unknown]]],
    },
  },
});
const CALLBACKS: ConfigurationSettings = { callbackOrigins: ['https://clinic.example'] };

async function decrypt(text: string, { privateKey }: Key): Promise<string> {
  const key = await importPKCS8(privateKey, 'ECDH-ES+A256KW');
  const { plaintext } = await compactDecrypt(text, key, {
    keyManagementAlgorithms: ['ECDH-ES+A256KW'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return new TextDecoder().decode(plaintext);
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    environment: {
      PERFUSE_RATE_STRICT: '10000',
      PERFUSE_RATE_NORMAL: '10000',
      PERFUSE_PRIVATE_TARGETS: 'loopback',
    },
    outboundTimes: { relayPauses: [1, 1] },
  });
});
afterAll(() => server.stop());

describe('POST /api/encryption', () => {
  const encrypt = (visit: Visit, resultsPayload: string, part: object = {}) =>
    call(server, 'POST', '/api/encryption', {
      headers: visit.headers,
      body: { configId: visit.launched.configId, sessionId: 's-1', resultsPayload, ...part },
    });
  const measuredVisit = async () => {
    const there = await integrator(server);
    const visit = await there.visit('s-1');
    return { there, visit, RESULTS: JSON.stringify(await measured(server, visit)) };
  };

  it('returns a JWE that only the private key of the organisation decrypts', async () => {
    const { there, visit, RESULTS } = await measuredVisit();
    const answer = await encrypt(visit, RESULTS);
    const { encryptedResults } = encryptionAnswer.parse(answer.body);
    expect(encryptedResults).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await decrypt(encryptedResults, there.resultsKey)).toBe(RESULTS);
    const other = await there.makeKey('results', 'P-256');
    await expect(decrypt(encryptedResults, other)).rejects.toThrow();
  });

  it('uses and names the newest trusted results key; without one it fails permanently', async () => {
    const { there, visit, RESULTS } = await measuredVisit();
    const next = await there.makeKey('results', 'P-256');
    const headerOf = async (): Promise<unknown> => {
      const { body } = await encrypt(visit, RESULTS);
      const [header = ''] = encryptionAnswer.parse(body).encryptedResults.split('.');
      return JSON.parse(Buffer.from(header, 'base64url').toString());
    };
    expect(await headerOf()).toMatchObject({ kid: next.id, alg: 'ECDH-ES+A256KW', enc: 'A256GCM' });
    await there.revokeKey(next.id);
    expect(await headerOf()).toMatchObject({ kid: there.resultsKey.id });
    await there.revokeKey(there.resultsKey.id);
    expect(await encrypt(visit, RESULTS)).toMatchObject({
      status: 424,
      body: { code: 'RESULTS_REFUSED' },
    });
  });

  it('encrypts nothing without the secret of the launch, or for another launch', async () => {
    const { visit, RESULTS } = await measuredVisit();
    const other = await measuredVisit();
    expect(await encrypt({ ...visit, headers: {} }, RESULTS)).toMatchObject(NO_LAUNCH);
    for (const answer of [
      await encrypt({ ...visit, headers: other.visit.headers }, RESULTS),
      await encrypt(visit, RESULTS, { sessionId: 's-2' }),
      await encrypt(visit, RESULTS, { configId: 'nobody' }),
      await encrypt(visit, other.RESULTS),
    ]) {
      expect(answer).toMatchObject(FOREIGN);
    }
  });

  it('refuses results calculated on a device, even if the numbers match a measurement', async () => {
    const { visit, RESULTS } = await measuredVisit();
    const results = callbackResultsSchema.parse(JSON.parse(RESULTS));
    for (const made of [
      { ...results, analysedOn: 'device' },
      // Not declared as such.
      { ...results, measurementId: 'device-1' },
    ]) {
      expect(await encrypt(visit, JSON.stringify(made))).toMatchObject(FOREIGN);
    }
  });

  it('refuses results it did not measure, and payloads over the limit', async () => {
    const { visit, RESULTS } = await measuredVisit();
    const invented = { ...callbackResultsSchema.parse(JSON.parse(RESULTS)), ppm: 42 };
    expect(await encrypt(visit, JSON.stringify(invented))).toMatchObject(FOREIGN);
    for (const unreadable of ['no JSON', base64Of(invented), JSON.stringify({ ppm: 61 })]) {
      expect(await encrypt(visit, unreadable)).toMatchObject(unreadableIn('resultsPayload'));
    }
    const much = 'x'.repeat(RESULTS_LIMITS.characters + 1);
    expect(await encrypt(visit, much)).toMatchObject({ status: 400 });
    expect(await encrypt(visit, 'x'.repeat(400_000))).toMatchObject({ status: 413 });
  });
});

describe('POST /api/results/{configId}', () => {
  let api: Receiver;
  beforeEach(async () => {
    api = await startReceiver();
    api.answer({ status: 200, body: { dataId: 'd-1' } });
  });
  afterEach(() => api.stop());

  async function visit(settings: ConfigurationSettings = {}, profile: object = {}) {
    const there = await integrator(server, {
      ...CALLBACKS,
      resultsCallbackApiUrl: `${api.origin}/results`,
      ...settings,
    });
    const visit = await there.visit('visit-1', profile);
    const results = await measured(server, visit);
    return { there, visit, results, sent: { ...visit, body: base64Of(results) } };
  }
  const post = (
    there: Integrator,
    { headers, body }: { headers: Record<string, string>; body: string },
    part: object = {},
  ) =>
    call(server, 'POST', `/api/results/${there.configId}`, {
      headers,
      body: { sessionId: 'visit-1', results: body, resultsAreEncrypted: false, ...part },
    });
  /** The same results with another star rating, which only the page knows. */
  const rated = (results: CallbackResults, at: number) => ({
    results: base64Of({ ...results, avgStarRating: at / 10 }),
  });

  it('posts signed results to the results API, and returns its dataId', async () => {
    const { there, visit: one, sent } = await visit();
    expect(one.launched.postsResults).toBe(true);
    expect(await post(there, sent)).toMatchObject({ status: 200, body: { dataId: 'd-1' } });
    const [got] = api.received;
    expect(got).toMatchObject({ path: '/results' });
    const body = got?.body ?? '';
    expect(JSON.parse(body)).toEqual({
      results: sent.body,
      resultsAreEncrypted: false,
      sessionId: 'visit-1',
      verified: { session: 'signed', measurement: 'here' },
    });
    const [secret] = await server.app.organisations.webhookSecrets.active(there.organisationId);
    const signature = parseSignature(String(got?.headers[WEBHOOK_HEADERS.signature]));
    if (!signature.ok) throw new Error(signature.reason);
    const { timestamp, digests } = signature.value;
    const expected = createHmac('sha256', secret?.secret ?? '')
      .update(signedText(timestamp, body))
      .digest('hex');
    expect(digests).toEqual([expected]);
  });

  it('posts to the address in a signed profile', async () => {
    const { there, sent } = await visit(
      { resultsCallbackApiUrl: 'https://unused.example/' },
      { resultsCallbackApiUrl: `${api.origin}/external` },
    );
    expect((await post(there, sent)).status).toBe(200);
    expect(api.received).toMatchObject([{ path: '/external' }]);
  });

  it('posts the same results once, also for concurrent requests', async () => {
    const { there, sent, results } = await visit();
    const answers = await Promise.all([post(there, sent), post(there, sent)]);
    answers.push(await post(there, sent));
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ dataId: 'd-1' }));
    expect(api.received).toHaveLength(1);
    api.answer({ status: 200, body: { dataId: 2 } });
    expect(await post(there, sent, rated(results, 1))).toMatchObject({ body: { dataId: '2' } });
  });

  it('posts at most twenty results per visit, also for concurrent requests', async () => {
    const { there, sent, results } = await visit();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => post(there, sent, rated(results, at))),
    );
    for (const { status } of answers) expect([200, 429]).toContain(status);
    expect(api.received.length).toBeLessThanOrEqual(20);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(api.received.length);
  });

  it('retries while the results API is unavailable, then reports it', async () => {
    const { there, sent } = await visit();
    api.answer({ status: 503 }, { status: 408 }, { status: 200, body: { dataId: 'd-3' } });
    expect(await post(there, sent)).toMatchObject({ status: 200, body: { dataId: 'd-3' } });
    expect(api.received).toHaveLength(3);
    expect(new Set(api.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);

    const second = await visit();
    api.answer({ status: 500 });
    expect(await post(second.there, second.sent)).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect(api.received).toHaveLength(6);
  });

  it.each([
    ['refuses the results', { status: 400 }, 'HTTP 400.'],
    ['answers no dataId', { status: 200, body: { id: 1 } }, 'HTTP 200 without a valid dataId.'],
    [
      'redirects somewhere without the body',
      { status: 302, headers: { location: '/x' } },
      'HTTP 302.',
    ],
  ])('does not retry when the results API %s', async (_, reply, told) => {
    const { there, sent } = await visit();
    api.answer(reply);
    expect(await post(there, sent)).toMatchObject({
      status: 424,
      body: { code: 'RESULTS_REFUSED', message: `The results API answered ${told}` },
    });
    expect(api.received).toHaveLength(1);
  });

  it('never calls a private network address, not even by a redirect', async () => {
    const { there, sent } = await visit({ resultsCallbackApiUrl: 'https://10.0.0.1/results' });
    expect(await post(there, sent)).toMatchObject({
      status: 424,
      body: { message: 'The results API: ADDRESS_REFUSED.' },
    });
    const redirected = await visit();
    api.answer({ status: 307, headers: { location: 'https://169.254.169.254/latest' } });
    expect(await post(redirected.there, redirected.sent)).toMatchObject({
      status: 424,
      body: { message: 'The results API: ADDRESS_REFUSED.' },
    });
  });

  it('requires the secret of that launch', async () => {
    const { there, sent } = await visit();
    const other = await visit();
    expect(await post(there, { ...sent, headers: {} })).toMatchObject(NO_LAUNCH);
    const guessed = { [LAUNCH_HEADER]: 'guessed' };
    expect(await post(there, { ...sent, headers: guessed })).toMatchObject(NO_LAUNCH);
    // As a body field it is ignored.
    const inBody = { launchId: Object.values(sent.headers)[0] };
    expect(await post(there, { ...sent, headers: {} }, inBody)).toMatchObject(NO_LAUNCH);
    for (const answer of [
      await post(there, { ...sent, headers: other.sent.headers }),
      await post(other.there, sent),
      await post(there, sent, { sessionId: 'visit-2' }),
    ]) {
      expect(answer).toMatchObject(FOREIGN);
    }
    expect(api.received).toEqual([]);
  });

  it('passes on nothing that the launch did not measure', async () => {
    const { there, visit: one, sent, results } = await visit();
    const another = await there.visit('visit-2');
    const others = await measured(server, another);
    const open = await call(server, 'POST', '/analysis/measurements', {
      token: one.token,
      body: { StudyID: one.launched.studyId, Resolution: 0 },
    });
    const unfinished = z.object({ ID: z.string() }).parse(open.body).ID;
    for (const made of [
      { ...results, ppm: 61 },
      { ...results, signals: { ...results.signals, HR_BPM: 61 } },
      { ...results, Notes: { HR_BPM: ['kind=measured'] } },
      { ...results, measurementId: 'm-1' },
      // The same numbers, but from a device, declared as such or not.
      { ...results, analysedOn: 'device' },
      { ...results, measurementId: 'device-1' },
      { ...results, measurementId: unfinished },
      others,
    ]) {
      expect(await post(there, sent, { results: base64Of(made) })).toMatchObject(FOREIGN);
    }
    for (const unreadable of [
      base64Of({ ppm: 61 }),
      base64Of('nothing'),
      JSON.stringify(results),
    ]) {
      const answer = await post(there, sent, { results: unreadable });
      expect(answer).toMatchObject(unreadableIn('results'));
    }
    // Encrypted to the organisation's key, but for another visit.
    const publicKey = { configId: there.configId, sessionId: 'visit-2' };
    const sealed = await call(server, 'POST', '/api/encryption', {
      headers: another.headers,
      body: { ...publicKey, resultsPayload: JSON.stringify(others) },
    });
    const foreign = encryptionAnswer.parse(sealed.body).encryptedResults;
    const encrypted = { results: foreign, resultsAreEncrypted: true };
    expect(await post(there, sent, encrypted)).toMatchObject(FOREIGN);
    expect(api.received).toEqual([]);
  });

  it('passes on only what it verified, dropping other fields of the text', async () => {
    const { there, sent, results } = await visit();
    const text = JSON.stringify({ ...results, extra: 1 }).replace('{', '{"ppm":61,');
    const odd = { results: Buffer.from(text).toString('base64') };
    expect(await post(there, sent, odd)).toMatchObject({ status: 200 });
    const body = z.object({ results: z.string() }).parse(JSON.parse(api.received[0]?.body ?? ''));
    const passed = Buffer.from(body.results, 'base64').toString();
    expect(JSON.parse(passed)).toEqual(results);
    expect(passed.match(/"ppm"/g)).toHaveLength(1);
    for (const avgStarRating of [-77, 6, 1e308]) {
      const made = { results: base64Of({ ...results, avgStarRating }) };
      expect(await post(there, sent, made)).toMatchObject(unreadableIn('results'));
    }
  });

  it('accepts no measurement for a launch without a token', async () => {
    const { there } = await visit();
    const launched = await there.launch(await there.sign({ sessionId: 'visit-1' }), 'visit-1');
    const headers = secretOf(launchedConfigurationSchema.parse(launched.body));
    const other = await there.visit('visit-3');
    const body = base64Of(await measured(server, other));
    expect(await post(there, { headers, body })).toMatchObject(FOREIGN);
  });

  it('passes on nothing that was measured with the same token before the launch', async () => {
    const { there, visit: one, sent } = await visit();
    const signed = await there.sign({ profile: { identifier: 'case-8' }, sessionId: 'visit-1' });
    const again = await there.launch(signed, 'visit-1', one.token);
    const headers = secretOf(launchedConfigurationSchema.parse(again.body));
    expect(await post(there, { ...sent, headers })).toMatchObject(FOREIGN);
    expect(api.received).toEqual([]);
  });

  it('marks results of another analysis service as measured elsewhere', async () => {
    const { there, sent, results } = await visit({ customApiHostname: 'other.example' });
    const elsewhere = { ...results, measurementId: 'm-1' };
    expect((await post(there, sent, { results: base64Of(elsewhere) })).status).toBe(200);
    expect(JSON.parse(api.received[0]?.body ?? '')).toMatchObject({
      verified: { session: 'signed', measurement: 'elsewhere' },
    });
    for (const made of [
      // Results of a device are unverified, even where another service measures.
      { ...elsewhere, analysedOn: 'device' },
      // Measured here, and altered.
      { ...results, ppm: 61 },
    ]) {
      expect(await post(there, sent, { results: base64Of(made) })).toMatchObject(FOREIGN);
    }
    expect(api.received).toHaveLength(1);
  });

  it('refuses sample results, even with another analysis service', async () => {
    const { there, sent, results } = await visit({ customApiHostname: 'other.example' });
    const sample = { ...results, measurementId: `${SAMPLE_ID_PREFIX}1` };
    expect(await post(there, sent, { results: base64Of(sample) })).toMatchObject(FOREIGN);
    expect(api.received).toEqual([]);
  });

  it('does not pass on unencrypted results where encryption is required', async () => {
    const { there, visit: one, sent, results } = await visit({ encryptResults: true });
    expect(one.launched.settings.encryptResults).toBe(true);
    expect(await post(there, sent)).toMatchObject({ status: 400 });
    expect(await post(there, sent, { resultsAreEncrypted: true })).toMatchObject(FOREIGN);
    const answer = await call(server, 'POST', '/api/encryption', {
      headers: one.headers,
      body: {
        configId: there.configId,
        sessionId: 'visit-1',
        resultsPayload: JSON.stringify(results),
      },
    });
    const { encryptedResults } = encryptionAnswer.parse(answer.body);
    const encrypted = { results: encryptedResults, resultsAreEncrypted: true };
    expect(await post(there, sent, encrypted)).toMatchObject({ status: 200 });
    expect(api.received).toHaveLength(1);
  });

  it('leaves no results in the log', async () => {
    const { there, sent } = await visit();
    api.answer({ status: 400, body: { error: 'do-not-log-me' } });
    await post(there, sent);
    const log = server.log.join('');
    expect(log).not.toContain(sent.body);
    expect(log).not.toContain('do-not-log-me');
    expect(log).not.toContain(sent.headers[LAUNCH_HEADER] ?? '');
    expect(log).not.toContain(api.origin);
  });
});

it('posts nothing to loopback addresses unless the operator allows it', async () => {
  const api = await startReceiver();
  const strict = await startServer({ outboundTimes: { relayPauses: [] } });
  const there = await integrator(strict, {
    ...CALLBACKS,
    resultsCallbackApiUrl: `${api.origin}/results`,
  });
  const visit = await there.visit('visit-1');
  const results = base64Of(await measured(strict, visit));
  const answer = await call(strict, 'POST', `/api/results/${there.configId}`, {
    headers: visit.headers,
    body: { sessionId: 'visit-1', results, resultsAreEncrypted: false },
  });
  expect(answer).toMatchObject({
    status: 424,
    body: { message: 'The results API: ADDRESS_REFUSED.' },
  });
  expect(api.received).toEqual([]);
  await strict.stop();
  await api.stop();
});
