// SPDX-License-Identifier: Apache-2.0
/** deploy/nginx.conf in front of two servers on one PostgreSQL, as an operator runs them. */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { request as requestPlain } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import path from 'node:path';
import { freePort } from '@perfuse/testing/local-server';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { startProcess, type ServerProcess } from '@perfuse/server/testing/process';
import { newDatabase } from '@perfuse/server/testing/run';
import { startDatabaseProxy, type DatabaseProxy } from '@perfuse/server/testing/database-proxy';
import { prepareRecordings } from '@perfuse/testing/payloads';
import { VirtualUser, type VirtualUserOptions } from '@perfuse/testing/virtual-user';
import { findNginx, mayBeMissing } from './find-nginx.ts';
import { ask, fetchTrusting, type SecureRequest } from '@perfuse/testing/https';
import { CONFIGURATION, startProxy, type Proxy } from './proxy.ts';

const withoutNginx = mayBeMissing && findNginx() === null;
if (withoutNginx) {
  process.stderr.write('nginx is missing here: the tests that need it are LEFT OUT.\n');
}
/** An nginx may have to be downloaded first. */
const START_MS = 300_000;
const [RECORDING] = prepareRecordings(1);
const EVERY_CHUNK = [0, 1, 2, 3, 4, 5];

describe.skipIf(withoutNginx || withoutPostgres)('nginx in front of two servers', () => {
  const data = temporaryDirectory('proxy');
  let started: Proxy | undefined;
  let studyId: string;
  const servers: ServerProcess[] = [];
  const ports: number[] = [];
  let environment: NodeJS.ProcessEnv;
  /** Used by the second server only. */
  let way: DatabaseProxy;

  const start = async (at: number): Promise<void> => {
    servers[at] = await startProcess({
      ...environment,
      PORT: String(ports[at]),
      ...(at === 1 && { DATABASE_URL: way.url }),
      PERFUSE_DATA_DIR: path.join(data.path, String(at)),
    });
  };

  beforeAll(async () => {
    environment = {
      HOST: '127.0.0.1',
      DATABASE_URL: await newDatabase(),
      PERFUSE_SECRETS_FILE: path.join(data.path, 'secrets.json'),
      PERFUSE_DATABASE_CONNECTIONS: '4',
      PERFUSE_WORKERS: '1',
      PERFUSE_METRICS_PORT: '0',
      PERFUSE_METRICS_HOST: '127.0.0.1',
      PERFUSE_TRUST_PROXY: '127.0.0.1',
      PERFUSE_RATE_STRICT: '500',
    };
    way = await startDatabaseProxy(environment['DATABASE_URL'] ?? '');
    ports.push(await freePort(), await freePort());
    await Promise.all([start(0), start(1)]);
    started = await startProxy([`127.0.0.1:${String(ports[0])}`, `127.0.0.1:${String(ports[1])}`]);
    // Not validated here: the server refuses an invalid study.
    const study: unknown = JSON.parse((await get('/api/study')).text);
    studyId = String(Reflect.get(Object(study), 'studyId'));
  }, START_MS);
  afterAll(async () => {
    await started?.stop();
    for (const { child, exited } of servers) {
      child.kill('SIGKILL');
      await exited;
    }
    way.end();
    data.remove();
  });

  const get = (place: string, options?: SecureRequest) =>
    ask(`${proxy().origin}${place}`, proxy().authority, options);
  const proxy = (): Proxy => started ?? expect.fail('nginx did not start');
  const server = (at: number): ServerProcess => servers[at] ?? expect.fail('no such server');
  const operator = (at: number): string =>
    /^Metrics and health on (\S+)\/metrics$/m.exec(server(at).output())?.[1] ?? 'none';
  const metric = async (at: number, name: string): Promise<number> => {
    const text = await (await fetch(`${operator(at)}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  };
  const person = (options: Partial<VirtualUserOptions> = {}): VirtualUser =>
    new VirtualUser({
      origin: () => proxy().origin,
      studyId,
      payloads: RECORDING?.payloads ?? [],
      paceMs: 0,
      // It includes waits at a gate, of which one lasts until a server without a database closes its sockets.
      timeoutMs: 150_000,
      // The origin as a browser sends it, behind the proxy.
      socketOptions: { ca: proxy().authority, origin: proxy().origin },
      fetch: fetchTrusting(proxy().authority),
      ...options,
    });
  const whole = (reconnects: number) => ({
    kind: 'complete',
    fault: null,
    acknowledged: EVERY_CHUNK,
    answered: EVERY_CHUNK,
    reconnects,
    heartRate: expect.closeTo(RECORDING?.bpm ?? NaN, 0) as unknown,
  });
  /** A gate at which people wait before a chunk. */
  const gateBefore = (chunk: number) => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    let waiting = 0;
    return {
      open: () => open(),
      waiting: () => waiting,
      beforeChunk: async (at: number): Promise<void> => {
        if (at !== chunk) return;
        waiting += 1;
        await opened;
      },
    };
  };
  /** Waits until nginx uses the server again: a failed one is skipped for the whole fail_timeout. */
  const askedAgain = async (at: number): Promise<void> => {
    const earlier = server(at).output().length;
    await expect
      .poll(async () => {
        await get('/api/study');
        return server(at).output().slice(earlier);
      })
      .toContain('"route":"/api/study"');
  };
  const token = async (): Promise<string> => {
    const answer: unknown = JSON.parse((await get('/api/token', { method: 'POST' })).text);
    return String(Reflect.get(Object(answer), 'Token'));
  };
  const begin = async (of: string): Promise<number> => {
    const { status } = await get('/analysis/measurements', {
      method: 'POST',
      headers: { authorization: `Bearer ${of}`, 'content-type': 'application/json' },
      body: JSON.stringify({ StudyID: studyId, Resolution: 0 }),
    });
    return status;
  };

  it('serves only TLS, by HTTP/1.1 and HTTP/2, and redirects plain page requests to it', async () => {
    const plain = async (place: string, init: RequestInit = {}) => {
      const headers = { accept: 'text/html,*/*;q=0.8' };
      const answer = await fetch(`${proxy().plainOrigin}${place}`, {
        redirect: 'manual',
        headers,
        ...init,
      });
      return [answer.status, answer.headers.get('location')];
    };
    expect(await plain('/app?a=b')).toEqual([308, 'https://localhost/app?a=b']);
    expect(await plain('/app', { method: 'POST' })).toEqual([403, null]);
    expect(await plain('/app', { headers: {} })).toEqual([403, null]);
    for (const place of ['/health/live', '/api/token', '/analysis', '/admin/api/session'])
      expect(await plain(place), place).toEqual([403, null]);
    expect(await get('/health/live')).toMatchObject({ status: 200 });
    const stranger = readFileSync(CONFIGURATION, 'utf8');
    await expect(ask(`${proxy().origin}/health/live`, stranger)).rejects.toThrow();
    const session = connectHttp2(proxy().origin, { ca: proxy().authority });
    const stream = session.request({ ':path': '/health/ready' });
    const answer: unknown[] = await once(stream, 'response');
    expect(answer[0]).toMatchObject({ ':status': 200 });
    session.destroy();
  });

  it('sends each header once, including HSTS', async () => {
    for (const place of ['/', '/api/study', '/analysis/status', '/nowhere']) {
      const { rawHeaders } = await get(place);
      const names = rawHeaders
        .filter((_text, at) => at % 2 === 0)
        .map((name) => name.toLowerCase());
      expect(names, place).toEqual([...new Set(names)]);
      expect(names, place).toContain('strict-transport-security');
      expect(names, place).toContain('content-security-policy');
    }
    expect((await get('/')).header('server')).toBe('nginx');
  });

  it('lets a chunk through and refuses a body above the size limit', async () => {
    const post = (size: number) =>
      get('/analysis/measurements/any/data', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Action: 'CHUNK::PROCESS', Payload: 'A'.repeat(size) }),
      });
    const chunk = await post(350_000);
    expect(chunk.status).toBe(401);
    expect(chunk.text).toContain('INVALID_TOKEN');
    expect((await post(1_100_000)).status).toBe(413);
  });

  it('accepts long URLs with results or a signed profile, and does not log their query', async () => {
    const long = [`/?results=${'a'.repeat(13_000)}`, `/org/c/demo/${'b'.repeat(8_000)}/case-7`];
    const short = ['/?results=a', '/org/c/demo/b/case-7'];
    for (const [at, place] of long.entries()) {
      const { status } = await get(place);
      expect(status).toBe((await get(short[at] ?? '')).status);
      expect(status).toBeLessThan(500);
    }
    expect(proxy().accessLog()).toContain(' GET ');
    expect(proxy().accessLog()).not.toContain('results');
    expect(proxy().errorLog()).toBe('');
  });

  it('forwards the client address despite forged headers; the servers trust only the proxy', async () => {
    const left = async (from: string, claimed: string): Promise<number> => {
      const headers = { 'x-forwarded-for': claimed };
      const answer = await get('/api/token', { method: 'POST', from, headers });
      return Number(answer.header('x-ratelimit-remaining'));
    };
    // Two requests of one address that claim to be from others count as one client, on either server.
    const first = await left('127.0.0.2', '203.0.113.1');
    expect(await left('127.0.0.2', '203.0.113.2')).toBe(first - 1);
    expect(await left('127.0.0.3', '127.0.0.2')).toBe(first);
    const direct = (claimed: string): Promise<number> => {
      const asked = requestPlain(`${server(0).origin}/api/token`, {
        method: 'POST',
        localAddress: '127.0.0.9',
        headers: { 'x-forwarded-for': claimed },
        agent: false,
      });
      return new Promise((resolve, reject) => {
        asked.once('error', reject);
        asked.once('response', (response) => {
          response.resume();
          resolve(Number(response.headers['x-ratelimit-remaining']));
        });
        asked.end();
      });
    };
    const alone = await direct('203.0.113.3');
    expect(await direct('203.0.113.4')).toBe(alone - 1);
  });

  it('carries a measurement whose websocket moves between the servers with every chunk', async () => {
    const before = await Promise.all([0, 1].map((at) => metric(at, 'perfuse_chunks_total')));
    const moving = person({ beforeChunk: (at) => (at === 0 ? undefined : moving.cut()) });
    expect(await moving.measure()).toMatchObject(whole(5));
    const after = await Promise.all([0, 1].map((at) => metric(at, 'perfuse_chunks_total')));
    const taken = after.map((count, at) => count - (before[at] ?? 0));
    expect(Math.min(...taken)).toBeGreaterThan(0);
    expect(taken.reduce((sum, count) => sum + count)).toBe(6);
  });

  it('delivers every result to the subscribers on either server', async () => {
    const heard: number[][] = [[], []];
    const followed: VirtualUser = person({
      beforeChunk: async (at) => {
        if (at > 0) return;
        for (const answers of heard) await followed.follow((chunk) => answers.push(chunk));
        for (const one of [0, 1]) expect(await metric(one, 'perfuse_sockets')).toBeGreaterThan(0);
      },
    });
    expect(await followed.measure()).toMatchObject(whole(0));
    await expect.poll(() => heard).toEqual([EVERY_CHUNK, EVERY_CHUNK]);
  });

  it('carries on when a server is killed in the middle of measurements', async () => {
    const gate = gateBefore(3);
    const people = Array.from({ length: 3 }, () => person({ ...gate }).measure());
    await expect.poll(gate.waiting).toBe(3);
    server(1).child.kill('SIGKILL');
    await server(1).exited;
    gate.open();
    for (const outcome of await Promise.all(people)) {
      expect(outcome).toMatchObject({
        ...whole(0),
        reconnects: expect.any(Number) as unknown,
      });
    }
    await start(1);
  });

  it('routes clients away from the only server that lost the database', async () => {
    await askedAgain(1);
    const gate = gateBefore(3);
    const people = Array.from({ length: 3 }, () => person({ ...gate }).measure());
    await expect.poll(gate.waiting).toBe(3);
    way.cut();
    // None of these is answered by the server without a database.
    for (let count = 0; count < 6; count += 1) expect(await token()).not.toBe('undefined');
    await expect.poll(() => metric(1, 'perfuse_sockets')).toBe(0);
    gate.open();
    for (const outcome of await Promise.all(people)) {
      expect(outcome).toMatchObject({ ...whole(0), reconnects: expect.any(Number) as unknown });
    }
    way.mend();
    await expect.poll(async () => (await fetch(`${operator(1)}/health/ready`)).status).toBe(200);
  });

  it('lets measurements finish on a draining server, while new ones go to the other one', async () => {
    await askedAgain(1);
    const gate = gateBefore(3);
    const people = Array.from({ length: 3 }, () => person({ ...gate }).measure());
    await expect.poll(gate.waiting).toBe(3);
    expect(await metric(0, 'perfuse_measuring')).toBeGreaterThan(0);
    server(0).child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${operator(0)}/health/ready`)).status).toBe(503);
    const known = await token();
    for (let count = 0; count < 6; count += 1) expect(await begin(known)).toBe(200);
    const late = await Promise.all([person().measure(), person().measure()]);
    for (const outcome of late) expect(outcome).toMatchObject(whole(0));
    gate.open();
    for (const outcome of await Promise.all(people)) expect(outcome).toMatchObject(whole(0));
    expect(await server(0).exited, server(0).output()).toBe(0);
    for (let count = 0; count < 4; count += 1) expect(await token()).not.toBe('undefined');
  });
});
