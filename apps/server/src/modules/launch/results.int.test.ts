// SPDX-License-Identifier: Apache-2.0
import { createHmac } from 'node:crypto';
import type { ConfigurationSettings } from '@perfuse/contract/account/configuration';
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { encryptionAnswer, RESULTS_LIMITS } from '@perfuse/contract/launch/results';
import { parseSignature, signedText, WEBHOOK_HEADERS } from '@perfuse/contract/launch/webhook';
import { compactDecrypt, importPKCS8 } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '@perfuse/testing/client';
import { integrator, PROFILE, type Integrator, type Key } from '../../testing/integrator.ts';
import { startReceiver, type Receiver } from '@perfuse/testing/receiver';
import { startServer, type TestServer } from '../../testing/server.ts';

const RESULTS = JSON.stringify({ measurementId: 'm-1', ppm: 61, Notes: { HR_BPM: ['ü'] } });
const BASE64 = Buffer.from(RESULTS).toString('base64');
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
  const encrypt = (configId: string, resultsPayload: string) =>
    call(server, 'POST', '/api/encryption', {
      body: { configId, sessionId: 's-1', resultsPayload },
    });

  it('answers a JWE that only the private key of the organisation opens', async () => {
    const there = await integrator(server);
    const answer = await encrypt(there.configId, RESULTS);
    const { encryptedResults } = encryptionAnswer.parse(answer.body);
    expect(encryptedResults).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await decrypt(encryptedResults, there.resultsKey)).toBe(RESULTS);
    const other = await there.makeKey('results', 'P-256');
    await expect(decrypt(encryptedResults, other)).rejects.toThrow();
  });

  it('takes the newest results key that is trusted, and names it', async () => {
    const there = await integrator(server);
    const next = await there.makeKey('results', 'P-256');
    const headerOf = async (): Promise<unknown> => {
      const { body } = await encrypt(there.configId, RESULTS);
      const [header = ''] = encryptionAnswer.parse(body).encryptedResults.split('.');
      return JSON.parse(Buffer.from(header, 'base64url').toString());
    };
    expect(await headerOf()).toMatchObject({ kid: next.id, alg: 'ECDH-ES+A256KW', enc: 'A256GCM' });
    await there.revokeKey(next.id);
    expect(await headerOf()).toMatchObject({ kid: there.resultsKey.id });
    await there.revokeKey(there.resultsKey.id);
    expect(await encrypt(there.configId, RESULTS)).toMatchObject({ status: 503 });
  });

  it('refuses an unknown configuration, and too much', async () => {
    expect(await encrypt('nobody', RESULTS)).toMatchObject({ status: 404 });
    const much = 'x'.repeat(RESULTS_LIMITS.characters + 1);
    expect(await encrypt('demo', much)).toMatchObject({ status: 400 });
    expect(await encrypt('demo', 'x'.repeat(400_000))).toMatchObject({ status: 413 });
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
    const token = await there.sign({ profile: { ...PROFILE, ...profile } });
    const answer = await there.launch(token, 'visit-1');
    return { there, ...launchedConfigurationSchema.parse(answer.body) };
  }
  const post = (there: Integrator, launchId: string, part: object = {}) =>
    call(server, 'POST', `/api/results/${there.configId}`, {
      body: {
        launchId,
        sessionId: 'visit-1',
        results: BASE64,
        resultsAreEncrypted: false,
        ...part,
      },
    });

  it('brings results to the results API, signed, and its dataId back', async () => {
    const { there, launchId, postsResults } = await visit();
    expect(postsResults).toBe(true);
    expect(await post(there, launchId)).toMatchObject({ status: 200, body: { dataId: 'd-1' } });
    const [got] = api.received;
    expect(got).toMatchObject({ path: '/results' });
    const body = got?.body ?? '';
    expect(JSON.parse(body)).toEqual({
      results: BASE64,
      resultsAreEncrypted: false,
      sessionId: 'visit-1',
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

  it('goes where a signed profile asks', async () => {
    const { there, launchId } = await visit(
      { resultsCallbackApiUrl: 'https://unused.example/' },
      { resultsCallbackApiUrl: `${api.origin}/external` },
    );
    expect((await post(there, launchId)).status).toBe(200);
    expect(api.received).toMatchObject([{ path: '/external' }]);
  });

  it('posts the same results once, also when they come twice at once', async () => {
    const { there, launchId } = await visit();
    const answers = await Promise.all([post(there, launchId), post(there, launchId)]);
    answers.push(await post(there, launchId));
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ dataId: 'd-1' }));
    expect(api.received).toHaveLength(1);
    api.answer({ status: 200, body: { dataId: 2 } });
    const other = { results: Buffer.from('{}').toString('base64') };
    expect(await post(there, launchId, other)).toMatchObject({ body: { dataId: '2' } });
  });

  it('brings no more than twenty results of a visit, however many come at once', async () => {
    const { there, launchId } = await visit();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        post(there, launchId, { results: Buffer.from(`{"at":${String(at)}}`).toString('base64') }),
      ),
    );
    for (const { status } of answers) expect([200, 429]).toContain(status);
    expect(api.received.length).toBeLessThanOrEqual(20);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(api.received.length);
  });

  it('tries again while the results API is away, then says so', async () => {
    const { there, launchId } = await visit();
    api.answer({ status: 503 }, { status: 429 }, { status: 200, body: { dataId: 'd-3' } });
    expect(await post(there, launchId)).toMatchObject({ status: 200, body: { dataId: 'd-3' } });
    expect(api.received).toHaveLength(3);
    expect(new Set(api.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);

    const second = await visit();
    api.answer({ status: 500 });
    expect(await post(second.there, second.launchId)).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect(api.received).toHaveLength(6);
  });

  it.each([
    ['refuses the results', { status: 400 }],
    ['answers no dataId', { status: 200, body: { id: 1 } }],
    ['redirects somewhere without the body', { status: 302, headers: { location: '/x' } }],
  ])('gives up at once when the results API %s', async (_, reply) => {
    const { there, launchId } = await visit();
    api.answer(reply);
    expect(await post(there, launchId)).toMatchObject({ status: 503 });
    expect(api.received).toHaveLength(1);
  });

  it('never calls an address of the network inside, nor by a redirect', async () => {
    const { there, launchId } = await visit({ resultsCallbackApiUrl: 'https://10.0.0.1/results' });
    expect(await post(there, launchId)).toMatchObject({
      status: 503,
      body: { message: 'The results API: ADDRESS_REFUSED.' },
    });
    const redirected = await visit();
    api.answer({ status: 307, headers: { location: 'https://169.254.169.254/latest' } });
    expect(await post(redirected.there, redirected.launchId)).toMatchObject({
      status: 503,
      body: { message: 'The results API: ADDRESS_REFUSED.' },
    });
  });

  it('demands the launch id of that visit and of no other', async () => {
    const { there, launchId } = await visit();
    const other = await visit();
    for (const answer of [
      await post(there, 'guessed'),
      await post(there, other.launchId),
      await post(other.there, launchId),
      await post(there, launchId, { sessionId: 'visit-2' }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    expect(api.received).toEqual([]);
  });

  it('does not pass on readable results where they must be encrypted', async () => {
    const { there, launchId, settings } = await visit({ encryptResults: true });
    expect(settings.encryptResults).toBe(true);
    expect(await post(there, launchId)).toMatchObject({ status: 400 });
    expect(await post(there, launchId, { resultsAreEncrypted: true })).toMatchObject({
      status: 200,
    });
    expect(api.received).toHaveLength(1);
  });

  it('leaves no results in the log', async () => {
    const { there, launchId } = await visit();
    api.answer({ status: 400, body: { error: 'do-not-log-me' } });
    await post(there, launchId);
    const log = server.log.join('');
    expect(log).not.toContain(BASE64);
    expect(log).not.toContain('do-not-log-me');
    expect(log).not.toContain(launchId);
    expect(log).not.toContain(api.origin);
  });
});

it('posts nothing to this machine unless the operator allows it', async () => {
  const api = await startReceiver();
  const strict = await startServer({ outboundTimes: { relayPauses: [] } });
  const there = await integrator(strict, {
    ...CALLBACKS,
    resultsCallbackApiUrl: `${api.origin}/results`,
  });
  const launched = await there.launch(await there.sign(), 'visit-1');
  const { launchId } = launchedConfigurationSchema.parse(launched.body);
  const answer = await call(strict, 'POST', `/api/results/${there.configId}`, {
    body: { launchId, sessionId: 'visit-1', results: BASE64, resultsAreEncrypted: false },
  });
  expect(answer).toMatchObject({
    status: 503,
    body: { message: 'The results API: ADDRESS_REFUSED.' },
  });
  expect(api.received).toEqual([]);
  await strict.stop();
  await api.stop();
});
