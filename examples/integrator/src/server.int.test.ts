// SPDX-License-Identifier: Apache-2.0
/** The example's own server, without the product: what it accepts and what it refuses. */
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { callbackResults } from '@perfuse/contract/launch/results';
import { formatSignature, signedText } from '@perfuse/contract/launch/webhook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAssets } from './assets.ts';
import { createExample } from './server.ts';
import type { Settings } from './settings.ts';
import { Visits, resultsOf } from './visits.ts';

const SECRET = 'whsec_test';
const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const SETTINGS: Settings = {
  organisation: 'example-clinic',
  configId: 'example-web',
  licenceKey: 'licence',
  launchKey: { id: 'l', privateKey },
  resultsKey: { id: 'r', privateKey },
  webhookSecrets: [SECRET],
  dataDir: '/nowhere',
  ownOrigin: 'http://localhost:1',
};
const RESULTS = callbackResults(
  'm-1',
  { HR_BPM: { value: 72, kind: 'measured', source: 'pos' } },
  4,
);

let origin: string;
let stop: () => void;
const log: string[] = [];
beforeAll(async () => {
  const server = createExample({
    settings: SETTINGS,
    // Nothing listens there.
    perfuseOrigin: 'http://127.0.0.1:9',
    assets: await readAssets(path.resolve(import.meta.dirname, '../assets')),
    log: (line) => void log.push(line),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Proven: a server that listens on TCP has such an address.
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  stop = () => server.close();
});
afterAll(() => stop());

const ask = (address: string, init: RequestInit = {}) =>
  fetch(origin + address, { redirect: 'manual', ...init });
const signed = (body: string, secret = SECRET) => {
  const timestamp = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret).update(signedText(timestamp, body)).digest('hex');
  const headers = { 'perfuse-signature': formatSignature({ timestamp, digests: [digest] }) };
  return { method: 'POST', headers, body };
};

describe('the example', () => {
  it('serves its page under a strict policy', async () => {
    const home = await ask('/');
    expect(home.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await home.text()).toContain('Measure vital signs');
    for (const file of ['/style.css', '/theme.css', '/page.js']) {
      expect((await ask(file)).status, file).toBe(200);
    }
    expect((await ask('/../settings.json')).status).toBe(404);
  });

  it('answers 400 or 404 to malformed addresses', async () => {
    for (const address of ['//', '//[', '//:99999', '/visits/%', '/frame/%ff', '/%']) {
      expect([address, (await ask(address)).status]).toEqual([
        address,
        expect.toBeOneOf([400, 404]),
      ]);
    }
  });

  it('starts visits only for its own page, and reports an unreachable service', async () => {
    const post = (from: string) =>
      ask('/measure', { method: 'POST', headers: { origin: from }, body: 'way=callback' });
    expect((await post('https://evil.example')).status).toBe(403);
    const away = await post(SETTINGS.ownOrigin);
    expect(away.status).toBe(400);
    expect(await away.text()).toContain('SERVICE_UNREACHABLE');
  });

  it('refuses a callback of an unknown visit, and a query that is not a callback', async () => {
    const results = Buffer.from(JSON.stringify(RESULTS)).toString('base64url');
    expect((await ask(`/callback?results=${results}&sessionId=made-up`)).status).toBe(409);
    expect((await ask('/callback?hello=world')).status).toBe(400);
  });

  it('accepts what is signed with its secret, and refuses everything else', async () => {
    const event = JSON.stringify({
      timestamp: '2030-01-31T10:00:00.000Z',
      sessionId: 's-1',
      sequence: 0,
      event: 'MEASUREMENT_STARTED',
      severity: 'INFO',
      payload: {},
      configId: 'example-web',
    });
    expect((await ask('/webhook', signed(event))).status).toBe(204);
    expect((await ask('/webhook', signed(event, 'other'))).status).toBe(401);
    expect((await ask('/webhook', { method: 'POST', body: event })).status).toBe(401);
    expect((await ask('/results', signed('{}', 'other'))).status).toBe(401);
    expect((await ask('/webhook', { method: 'POST', body: 'x'.repeat(300_000) })).status).toBe(413);
    expect(log.join('\n')).not.toContain(SECRET);
  });
});

describe('a visit', () => {
  const callback = {
    kind: 'stored',
    sessionId: 's-1',
    dataId: 'd-1',
  } as const;

  it('ends once, and shows posted results only if their id matches its callback', () => {
    const visits = new Visits();
    const visit = visits.begin('s-1', 'results-api', 'link');
    visit.posted = { dataId: 'd-2', results: RESULTS };
    expect(visits.end(callback)).toBe(visit);
    expect(resultsOf(visit)).toBeNull();
    visit.posted = { dataId: 'd-1', results: RESULTS };
    expect(resultsOf(visit)).toEqual(RESULTS);
    expect(visits.end(callback)).toBeNull();
  });
});
