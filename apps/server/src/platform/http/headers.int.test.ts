// SPDX-License-Identifier: Apache-2.0
/** The headers of every class of answer, and who may call from another site. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, guest } from '@perfuse/testing/client';
import { pagePolicy, policyOf } from '@perfuse/testing/page-policy';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';

const PARTNER = 'https://partner.example.org';
const OTHER = 'https://other.example.org';
const BROWSER = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document' };
const JSON_TYPE = 'application/json; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'export {};';
const FOR_EVER = 'public, max-age=31536000, immutable';

let folder: string;
let server: TestServer;
let token: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  for (const edition of ['consumer', 'enterprise', 'admin']) {
    const build = path.join(folder, edition);
    await mkdir(path.join(build, 'assets'), { recursive: true });
    await writeFile(path.join(build, 'index.html'), `<!doctype html><title>${edition}</title>`);
    for (const file of ['app-1a2b.js', 'read-worker-1a2b.js', 'sign-1a2b.svg']) {
      await writeFile(path.join(build, 'assets', file), SCRIPT);
    }
    for (const file of ['assets/app-1a2b.js', 'assets/read-worker-1a2b.js', 'embed.js']) {
      await writeFile(path.join(build, file), SCRIPT);
      await writeFile(path.join(build, `${file}.br`), brotliCompressSync(SCRIPT));
      await writeFile(path.join(build, `${file}.gz`), gzipSync(SCRIPT));
    }
    await writeFile(path.join(build, 'manifest.webmanifest'), '{}');
  }
  server = await startServer({
    environment: {
      PERFUSE_TRUST_PROXY: 'loopback',
      PERFUSE_CORS_ORIGINS: PARTNER,
      PERFUSE_RATE_STRICT: '30',
    },
    webBuilds: [
      { directory: path.join(folder, 'consumer'), prefixes: ['/', '/app'] },
      { directory: path.join(folder, 'enterprise'), prefixes: ['/org'] },
      { directory: path.join(folder, 'admin'), prefixes: ['/admin'] },
    ],
  });
  token = (await guest(server)).Token;
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Asked {
  readonly what: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  readonly type: string | null;
  readonly cache: string | null;
  /** Who may show it in a frame. */
  readonly framedBy?: "'none'" | "'self'";
}

/** Data, which no browser shows as a document. */
const isData = ({ path: address }: Asked): boolean =>
  /^\/(?:api|analysis|health|admin\/api)\//.test(address);
const NOTHING_ALLOWED = { 'default-src': "'none'", 'frame-ancestors': "'none'" };

const ANSWERS: readonly Asked[] = [
  { what: 'a page', path: '/', headers: BROWSER, status: 200, type: HTML, cache: 'no-cache' },
  {
    what: 'a screen',
    path: '/app/results',
    headers: BROWSER,
    status: 200,
    type: HTML,
    cache: 'no-cache',
  },
  {
    what: 'the terms',
    path: '/terms',
    headers: BROWSER,
    status: 200,
    type: HTML,
    cache: 'no-cache',
  },
  {
    what: 'a page of an organisation, which the admin page previews',
    path: '/org/i/demo',
    headers: BROWSER,
    status: 200,
    type: HTML,
    cache: 'no-cache',
    framedBy: "'self'",
  },
  {
    what: 'the admin page',
    path: '/admin',
    headers: BROWSER,
    status: 200,
    type: HTML,
    cache: 'no-cache',
  },
  {
    what: 'the script of a worker, which obeys the policy that it comes with',
    path: '/assets/read-worker-1a2b.js',
    status: 200,
    type: 'application/javascript; charset=utf-8',
    cache: FOR_EVER,
  },
  {
    what: 'a hashed picture, which can be opened by itself',
    path: '/assets/sign-1a2b.svg',
    status: 200,
    type: 'image/svg+xml',
    cache: FOR_EVER,
  },
  {
    what: 'another file',
    path: '/manifest.webmanifest',
    status: 200,
    type: 'application/manifest+json',
    cache: 'no-cache',
  },
  {
    what: 'an answer of the backend',
    path: '/api/status',
    status: 200,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'tokens',
    path: '/api/token',
    method: 'POST',
    status: 200,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'an answer of the analysis service',
    path: '/analysis/status',
    status: 200,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'somebody’s own measurements',
    path: '/analysis/measurements',
    headers: { authorization: 'TOKEN' },
    status: 200,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'a refusal of the admin service',
    path: '/admin/api/session',
    status: 403,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'a missing token',
    path: '/analysis/measurements',
    status: 401,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'a wrong kind of token',
    path: '/api/history',
    headers: { authorization: 'TOKEN' },
    status: 403,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'a missing route',
    path: '/api/nothing',
    status: 404,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'an address that cannot be decoded',
    path: '/api/%zz',
    status: 400,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'a missing file',
    path: '/assets/gone.js',
    headers: BROWSER,
    status: 404,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'a method that no route has',
    path: '/api/status',
    method: 'DELETE',
    status: 404,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'a body that is no JSON',
    path: '/api/signin',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
    status: 400,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'a body of another kind',
    path: '/api/signin',
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
    status: 415,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  {
    what: 'a body beyond its limit',
    path: '/api/signin',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'x'.repeat(300_000) }),
    status: 413,
    type: JSON_TYPE,
    cache: 'no-store',
  },
  { what: 'readiness', path: '/health/ready', status: 200, type: JSON_TYPE, cache: 'no-store' },
];

describe('the headers of', () => {
  const ask = ({ path: address, method = 'GET', headers = {}, body }: Asked, extra = {}) =>
    fetch(`${server.origin}${address}`, {
      method,
      headers: {
        ...headers,
        ...(headers['authorization'] !== undefined && { authorization: `Bearer ${token}` }),
        ...extra,
      },
      body,
    });

  it.each(ANSWERS)('$what', async (asked) => {
    const { status, headers } = await ask(asked);
    const framedBy = asked.framedBy ?? "'none'";
    expect({
      status,
      type: headers.get('content-type'),
      cache: headers.get('cache-control'),
    }).toEqual({ status: asked.status, type: asked.type, cache: asked.cache });
    expect(policyOf(headers)).toEqual(
      isData(asked)
        ? NOTHING_ALLOWED
        : {
            ...pagePolicy(server.host, framedBy),
            ...(asked.path.startsWith('/admin') ? { 'frame-src': "'self'" } : {}),
          },
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': framedBy === "'self'" ? 'SAMEORIGIN' : 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      ...(!isData(asked) && {
        'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
        'cross-origin-opener-policy': 'same-origin',
      }),
    });
    for (const name of [
      'server',
      'x-powered-by',
      'access-control-allow-origin',
      'strict-transport-security',
    ]) {
      expect(headers.get(name), name).toBeNull();
    }
  });

  it.each(ANSWERS)('$what over https include HSTS', async (asked) => {
    const { headers } = await ask(asked, { 'x-forwarded-proto': 'https' });
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(policyOf(headers)['connect-src']).toBe(
      isData(asked) ? undefined : `'self' wss://${server.host}`,
    );
  });

  it('a subresource omit those for documents, and its policy allows nothing', async () => {
    for (const address of ['/assets/app-1a2b.js', '/org/assets/app-1a2b.js']) {
      const answer = await fetch(`${server.origin}${address}`, {
        headers: { 'x-forwarded-proto': 'https' },
      });
      const { date, ...sent } = Object.fromEntries(answer.headers);
      expect(date).toBeDefined();
      expect(sent).toMatchObject({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': FOR_EVER,
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      });
      expect(Object.keys(sent)).not.toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^(?:permissions-policy|cross-origin-opener)/),
        ]),
      );
    }
  });

  it.each(['br', 'gzip'])(
    'a file precompressed with %s equal those of the uncompressed file',
    async (coding) => {
      const get = async (address: string, encoding: string) => {
        const answer = await fetch(`${server.origin}${address}`, {
          headers: { 'accept-encoding': encoding },
        });
        expect(answer.headers.get('content-encoding')).toBe(
          encoding === 'identity' ? null : encoding,
        );
        expect(await answer.text()).toBe(SCRIPT);
        const names = ['date', 'etag', 'last-modified', 'content-encoding', 'content-length'];
        return [...answer.headers].filter(([name]) => !names.includes(name));
      };
      for (const address of ['/assets/app-1a2b.js', '/assets/read-worker-1a2b.js', '/embed.js']) {
        expect(await get(address, coding), address).toEqual(await get(address, 'identity'));
      }
    },
  );

  it('a response to an overlong path segment', async () => {
    const address = `/analysis/measurements/${'x'.repeat(8193)}`;
    const answer = await call(server, 'DELETE', address);
    expect(answer.status).toBe(400);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  });

  it('a rate-limited response', async () => {
    const small = await startServer({ environment: { PERFUSE_RATE_STRICT: '1' } });
    await call(small, 'POST', '/api/token');
    const { status, headers } = await call(small, 'POST', '/api/token');
    expect(status).toBe(429);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': JSON_TYPE,
      'x-content-type-options': 'nosniff',
      'retry-after': expect.stringMatching(/^\d+$/) as unknown,
    });
    expect(policyOf(headers)['default-src']).toBe("'none'");
    await small.stop();
  });
});

describe('pages of another site', () => {
  const preflight = (address: string, origin: string, method = 'POST') =>
    fetch(`${server.origin}${address}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

  it('that is listed may call the analysis service, with its methods and headers alone', async () => {
    const answer = await preflight('/analysis/measurements', PARTNER);
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': PARTNER,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, x-nura-session',
    });
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
    const read = await fetch(`${server.origin}/analysis/status`, { headers: { origin: PARTNER } });
    expect(allowed(read)).toBe(PARTNER);
    expect(read.headers.get('access-control-expose-headers')).toBe('Retry-After');
  });

  it.each([
    ['POST', '/users/mfa', 404, 'NOT_FOUND'],
    ['PUT', '/status', 404, 'NOT_FOUND'],
    ['GET', '/none', 404, 'NOT_FOUND'],
    ['GET', '/measurements/%ff', 400, 'BAD_REQUEST'],
  ] as const)(
    'that is listed can read why %s %s is refused',
    async (method, path, status, Code) => {
      const read = (origin: string) =>
        fetch(`${server.origin}/analysis${path}`, { method, headers: { origin } });
      const answer = await read(PARTNER);
      expect(allowed(answer)).toBe(PARTNER);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ Code });
      expect(allowed(await read(OTHER))).toBeNull();
    },
  );

  it.each([
    OTHER,
    'null',
    'http://partner.example.org',
    `${PARTNER}:8443`,
    `${PARTNER}.evil.example`,
    'https://sub.partner.example.org',
  ])('such as %s may not call it', async (origin) => {
    expect(allowed(await preflight('/analysis/measurements', origin))).toBeNull();
    const read = await fetch(`${server.origin}/analysis/status`, { headers: { origin } });
    expect(allowed(read)).toBeNull();
  });

  it.each(['/api/status', '/api/signin', '/admin/api/session', '/', '/health/ready'])(
    'may not read %s, listed or not',
    async (address) => {
      for (const origin of [PARTNER, OTHER]) {
        expect(allowed(await preflight(address, origin))).toBeNull();
        const read = await fetch(`${server.origin}${address}`, { headers: { origin } });
        expect(allowed(read)).toBeNull();
      }
    },
  );
});
