// SPDX-License-Identifier: Apache-2.0
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from '@perfuse/contract/schema';
import { refusal } from '@perfuse/testing/refusal';
import { call, guest, openMeasurement } from '@perfuse/testing/client';
import { pagePolicy, policyOf } from '@perfuse/testing/page-policy';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';

const PAGE = (edition: string) => `<!doctype html><title>${edition}</title>`;
const SCRIPT = `export const text = '${'perfuse '.repeat(500)}';`;

const descriptionSchema = z.object({
  openapi: z.literal('3.1.0'),
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

async function makeBuild(directory: string, edition: string): Promise<void> {
  await mkdir(path.join(directory, 'assets'), { recursive: true });
  await writeFile(path.join(directory, 'index.html'), PAGE(edition));
  await writeFile(path.join(directory, 'assets', 'app-1a2b.js'), SCRIPT);
  await writeFile(path.join(directory, 'assets', 'app-1a2b.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(path.join(directory, 'assets', 'app-1a2b.js.gz'), gzipSync(SCRIPT));
  await writeFile(
    path.join(directory, 'assets', 'code-3c4d.wasm'),
    new Uint8Array([0, 97, 115, 109]),
  );
  await writeFile(path.join(directory, 'manifest.webmanifest'), '{}');
  await writeFile(path.join(directory, '.secret'), 'no');
}

describe('the web server', () => {
  let folder: string;
  let server: TestServer;
  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${server.origin}${address}`, { headers });
  const navigate = (address: string) =>
    get(address, { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document' });

  beforeAll(async () => {
    folder = await temporaryFolder();
    const consumer = path.join(folder, 'consumer');
    const enterprise = path.join(folder, 'enterprise');
    await makeBuild(consumer, 'consumer');
    await makeBuild(enterprise, 'enterprise');
    server = await startServer({
      environment: {
        PERFUSE_TRUST_PROXY: 'loopback',
        PERFUSE_CORS_ORIGINS: 'https://partner.example.org',
      },
      webBuilds: [
        { directory: consumer, prefixes: ['/', '/app'] },
        { directory: enterprise, prefixes: ['/org'] },
        { directory: path.join(folder, 'not-built'), prefixes: ['/other'] },
      ],
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['bytes=4107-', 'bytes=-0'])('names the size to a request for %s', async (range) => {
    const answer = await get('/assets/app-1a2b.js', { range, 'accept-encoding': 'identity' });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${String(SCRIPT.length)}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).not.toBeNull();
    // The page of a link is sent as a whole.
    expect((await get('/login', { range })).status).toBe(200);
  });

  it.each([
    ['/', 'consumer'],
    ['/app', 'consumer'],
    ['/app/', 'consumer'],
    ['/app/measurement', 'consumer'],
    ['/results?x=1', 'consumer'],
    ['/organisation', 'consumer'],
    ['/org', 'enterprise'],
    ['/org/', 'enterprise'],
    ['/org/i/demo', 'enterprise'],
  ])('answers a navigation to %s with the page of the %s edition', async (address, edition) => {
    const response = await navigate(address);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(PAGE(edition));
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it.each([
    '/org/c/demo/eyJhbGciOiJFZERTQSJ9.eyJhZ2UiOjMwfQ.c2lnbmF0dXJl/token/refresh',
    '/org/%63/demo/eyJhbGciOiJFZERTQSJ9.eyJhZ2UiOjMwfQ.c2lnbmF0dXJl/token/refresh/visit-1',
    '/c/demo/token/eyJhbGciOiJFZERTQSJ9.eyJhZ2UiOjMwfQ.c2lnbmF0dXJl',
    '/org/c/demo',
  ])('forbids caching of the page of the launch link %s', async (address) => {
    const response = await navigate(address);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    '/assets/gone-9f.js',
    '/gone.wasm',
    '/app/assets/x.css',
    '/favicon.ico',
    '/org/logo.png',
  ])('answers 404 for the missing file %s, also to a navigation', async (address) => {
    const response = await navigate(address);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ Code: 'NOT_FOUND' });
  });

  it('serves OpenAPI descriptions of existing routes to any origin', async () => {
    for (const name of ['api', 'analysis', 'admin']) {
      const answer = await get(`/openapi/${name}.json`);
      expect(answer.headers.get('content-type')).toContain('application/json');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      const { servers, paths } = descriptionSchema.parse(await answer.json());
      for (const [below, methods] of Object.entries(paths)) {
        const url = `${servers[0].url}${below.replaceAll(/\{(\w+)\}/g, ':$1')}`;
        for (const method of Object.keys(methods)) {
          const has = server.app.http.hasRoute({ method: method.toUpperCase(), url });
          expect(has, `${method} ${url}`).toBe(true);
        }
      }
    }
  });

  it.each([
    ['/%', 'consumer'],
    ['/%E0%A4?x=%', 'consumer'],
    ['/org/i/%E0%A4', 'enterprise'],
    ['/org/c/%zz/x', 'enterprise'],
  ])(
    'answers the truncated link %s with the page of the %s edition and 400',
    async (address, edition) => {
      const response = await navigate(address);
      expect(response.status).toBe(400);
      expect(await response.text()).toBe(PAGE(edition));
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    },
  );

  it('refuses an address that cannot be decoded, unless a navigation, with a JSON error', async () => {
    for (const address of ['/%', '/org/%E0%A4.png', '/assets/%E0%A4.js', '/analysis/%']) {
      const response = await get(address, { accept: '*/*' });
      expect(response.status, address).toBe(400);
      expect(await response.json(), address).toMatchObject({ Code: 'BAD_REQUEST' });
    }
    for (const address of ['/api/%', '/api/config/%E0%A4', '/analysis/%', '/admin/api/%']) {
      const response = await navigate(address);
      expect(response.status, address).toBe(400);
      expect(response.headers.get('content-type'), address).toContain('json');
    }
    // The part of a launch link after its configuration is for the page only.
    expect((await navigate('/org/c/demo/%E0%A4')).status).toBe(200);
  });

  it('does not take a script’s request, a POST or a service’s path for a navigation', async () => {
    const scripts: readonly Record<string, string>[] = [
      { accept: '*/*', 'sec-fetch-dest': 'empty' },
      { accept: 'text/html', 'sec-fetch-dest': 'empty' },
      { accept: 'application/json, text/plain, */*' },
      { accept: 'application/openmetrics-text;version=1.0.0,*/*;q=0.1' },
    ];
    for (const headers of scripts) {
      expect((await get('/somewhere', headers)).status, JSON.stringify(headers)).toBe(404);
    }
    const posted = await fetch(`${server.origin}/somewhere`, {
      method: 'POST',
      headers: { accept: 'text/html' },
    });
    expect(posted.status).toBe(404);
    for (const address of ['/api/nothing', '/analysis/nothing', '/health/nothing']) {
      expect((await navigate(address)).status).toBe(404);
      expect((await get(address, { accept: '*/*' })).status).toBe(404);
    }
  });

  it.each([
    ['//reset?lang=de', '/reset?lang=de'],
    ['///org/i/demo', '/org/i/demo'],
    ['//evil.example/reset', '/evil.example/reset'],
    ['/%5Cevil.example', null],
    ['//', '/'],
  ])('leads a navigation to %s to one slash and never to a host', async (address, target) => {
    const response = await fetch(`${server.origin}${address}`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect(response.headers.get('location')).toBe(target);
    expect(response.status).toBe(target === null ? 200 : 302);
    expect((await get(address, { accept: 'application/json' })).status).toBe(404);
  });

  it('answers 200 to a link checker that is not a browser', async () => {
    for (const address of ['/login', '/org/i/demo', '/org/c/demo/eyJh.eyJi.c2ln/to-ken/_re/a:1']) {
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(`${server.origin}${address}`, {
          method,
          headers: { accept: '*/*' },
        });
        expect(response.status, `${method} ${address}`).toBe(200);
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      }
    }
  });

  it('answers at the entry pages whatever Accept says', async () => {
    for (const address of ['/', '/app', '/org']) {
      expect((await get(address, { accept: 'application/json' })).status).toBe(200);
    }
  });

  it('lets only hashed files be cached permanently', async () => {
    for (const address of ['/app/assets/app-1a2b.js', '/org/assets/app-1a2b.js']) {
      const cached = await get(address);
      expect(cached.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await cached.text()).toBe(SCRIPT);
    }
    const manifest = await get('/manifest.webmanifest');
    expect(manifest.headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['br', 'gzip'])('sends the file precompressed with %s', async (encoding) => {
    const response = await get('/assets/app-1a2b.js', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(response.headers.get('vary')).toContain('accept-encoding');
    expect(await response.text()).toBe(SCRIPT);
  });

  it('sends WebAssembly with its media type, so that it compiles while it loads', async () => {
    const response = await get('/assets/code-3c4d.wasm');
    expect(response.headers.get('content-type')).toBe('application/wasm');
  });

  it('serves no dotfile and nothing outside the build', async () => {
    for (const address of [
      '/.secret',
      '/assets/..%2f..%2f..%2fetc/passwd',
      '/org/%2e%2e%2f%2e%2e%2fetc/passwd',
    ]) {
      const response = await get(address);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ Code: expect.any(String) as unknown });
    }
  });

  it.each([256, 5000, 9000])(
    'answers 404 for an address with a segment of %i characters',
    async (length) => {
      const name = 'a'.repeat(length);
      const codes = async (address: string) => {
        const response = await get(address);
        return { status: response.status, body: (await response.json()) as unknown };
      };
      for (const area of ['/', '/app/', '/analysis/', '/admin/api/', '/health/', '/openapi/'])
        expect(await codes(`${area}${name}`)).toMatchObject(refusal(404, 'NOT_FOUND'));
      const missing = { status: 404, body: { code: 'NOT_FOUND' } };
      expect(await codes(`/api/${name}`)).toMatchObject(missing);
      expect(await (await navigate(`/${name}`)).text()).toBe(PAGE('consumer'));
    },
  );

  it('compresses long answers of the services', async () => {
    const { Token } = await guest(server);
    for (let n = 0; n < 8; n += 1) await openMeasurement(server, Token);
    const list = await get('/analysis/measurements', {
      authorization: `Bearer ${Token}`,
      'accept-encoding': 'br',
    });
    expect(list.headers.get('content-encoding')).toBe('br');
    expect(await list.json()).toHaveLength(8);
  });

  it('sends security headers with every answer', async () => {
    const page = {
      policy: pagePolicy(server.host),
      camera: 'camera=(self), microphone=(), geolocation=()',
    };
    const data = {
      policy: { 'default-src': "'none'", 'frame-ancestors': "'none'" },
      camera: null,
    };
    for (const [address, expected] of [
      ['/', page],
      ['/api/status', data],
      ['/nothing', page],
      ['/analysis/status', data],
    ] as const) {
      const { headers } = await get(address);
      const sent = { policy: policyOf(headers), camera: headers.get('permissions-policy') };
      expect(sent, address).toEqual(expected);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  it('uses the external address behind a trusted proxy', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'vitals.example.org' };
    const answer = await get('/api/env-vars', headers);
    expect(await answer.json()).toMatchObject({ apiHost: 'vitals.example.org/analysis' });
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
    const page = await get('/', headers);
    expect(page.headers.get('content-security-policy')).toContain('wss://vitals.example.org');
  });

  it('does not let a host header inject into the policy', async () => {
    const answer = await get('/', { 'x-forwarded-host': "evil.org; script-src 'unsafe-inline'" });
    expect(answer.headers.get('content-security-policy')).not.toContain('evil');
  });

  it('lets pages of listed origins, and no others, call the analysis service', async () => {
    const preflight = (origin: string) =>
      fetch(`${server.origin}/analysis/measurements`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-nura-session',
        },
      });
    const partner = (await preflight('https://partner.example.org')).headers;
    expect(partner.get('access-control-allow-origin')).toBe('https://partner.example.org');
    expect(partner.get('access-control-allow-credentials')).toBe('true');
    expect(partner.get('access-control-allow-headers')?.toLowerCase()).toContain('x-nura-session');
    const other = (await preflight('https://other.example.org')).headers;
    expect(other.get('access-control-allow-origin')).toBeNull();
  });

  it('is ready until it is stopped', async () => {
    const other = await startServer();
    expect(await call(other, 'GET', '/health/ready')).toMatchObject({ status: 200 });
    await other.stop();
    await expect(fetch(`${other.origin}/health/ready`)).rejects.toThrow();
  });
});

describe('network settings', () => {
  it('trust no proxy by default', async () => {
    const server = await startServer();
    const headers = { 'x-forwarded-host': 'evil.example.org', 'x-forwarded-proto': 'https' };
    const answer = await call(server, 'GET', '/api/env-vars', { headers });
    expect(answer.body).toMatchObject({ apiHost: `${server.host}/analysis` });
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    await server.stop();
  });

  it('name another analysis service and let the page reach it', async () => {
    const server = await startServer({
      environment: { PERFUSE_API_HOST: 'api.example.org:9443/v2', PERFUSE_SIGN_IN: 'on' },
    });
    const answer = await call(server, 'GET', '/api/env-vars');
    expect(answer.body).toMatchObject({ apiHost: 'api.example.org:9443/v2' });
    const page = await call(server, 'GET', '/');
    expect(page.headers.get('content-security-policy')).toContain(
      'http://api.example.org:9443 ws://api.example.org:9443;',
    );
    expect((await call(server, 'GET', '/api/status')).body).toMatchObject({ auth: true });
    await server.stop();
  });

  it('give guests no token where measurements stay on the device', async () => {
    const server = await startServer({ environment: { PERFUSE_ANALYSIS: 'device' } });
    expect(await call(server, 'POST', '/api/token')).toMatchObject(refusal(403, 'RESTRICTED'));
    await server.stop();
    const choice = await startServer({ environment: { PERFUSE_ANALYSIS: 'choice' } });
    expect(await call(choice, 'POST', '/api/token')).toMatchObject({ status: 200 });
    await choice.stop();
  });

  it('limit requests by address and tier, with a Retry-After', async () => {
    const server = await startServer({
      environment: { PERFUSE_RATE_STRICT: '3', PERFUSE_RATE_RELAXED: '4' },
    });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await call(server, 'POST', '/api/token')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const limited = await call(server, 'POST', '/analysis/organizations/auth', { body: {} });
    expect(limited).toMatchObject({ status: 429, body: { Code: 'RATE_LIMIT' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await call(server, 'GET', '/api/status')).toMatchObject({ status: 200 });
    const missing: number[] = [];
    for (let n = 0; n < 5; n += 1) missing.push((await call(server, 'GET', '/nothing')).status);
    expect(missing.at(-1)).toBe(429);
    await server.stop();
  });
});
