// SPDX-License-Identifier: Apache-2.0
/** The admin page at an origin of its own, by the name of its host and by a port. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { ADMIN_HEADER } from '@perfuse/contract/admin/session';
import { freePort } from '@perfuse/rig';
import { afterEach, describe, expect, it } from 'vitest';
import { openAdminPort } from '../http/admin-place.ts';
import { startServer, temporaryFolder, type TestServer } from '../testing/server.ts';

const APP = 'perfuse.example';
const ADMIN = 'admin.perfuse.example';
const BROWSER = { accept: 'text/html', 'sec-fetch-dest': 'document' };
/** What the admin page sends with each call. */
const CALL = { [ADMIN_HEADER.name]: ADMIN_HEADER.value, 'content-type': 'application/json' };

interface Heard {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(environment: NodeJS.ProcessEnv): Promise<TestServer> {
  const folder = await temporaryFolder();
  closers.push(() => rm(folder, { recursive: true }));
  for (const name of ['consumer', 'enterprise', 'admin']) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'index.html'), `<!doctype html>${name}`);
  }
  const server = await startServer({
    environment: { PERFUSE_PUBLIC_URL: `http://${APP}`, ...environment },
    webBuilds: [
      { directory: path.join(folder, 'consumer'), prefixes: ['/', '/app'] },
      { directory: path.join(folder, 'enterprise'), prefixes: ['/org'] },
      { directory: path.join(folder, 'admin'), prefixes: ['/admin'] },
    ],
  });
  closers.push(server.stop);
  return server;
}

/** @param host as the browser names it. */
const hear = (
  port: string | number,
  host: string,
  place: string,
  headers: Readonly<Record<string, string>> = BROWSER,
  body?: unknown,
): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: place,
        method: body === undefined ? 'GET' : 'POST',
        agent: false,
        headers: { host, ...headers },
      },
      (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        );
      },
    );
    asked.once('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });

const portOf = ({ host }: TestServer): string => host.split(':')[1] ?? '';

describe('the admin page with a host of its own', () => {
  it('is there alone, and nothing else is', async () => {
    const server = await start({ PERFUSE_ADMIN_URL: `http://${ADMIN}` });
    const at = (host: string, place: string) => hear(portOf(server), host, place);
    for (const place of ['/admin', '/admin/', '/admin/configurations']) {
      expect(await at(ADMIN, place), place).toMatchObject({ status: 200 });
      expect(await at(APP, place), place).toMatchObject({ status: 404 });
    }
    for (const place of ['/%61dmin/', '/%61dmin/index.html', '/adm%69n/api/session']) {
      expect(await at(APP, place), place).toMatchObject({ status: 404 });
    }
    expect((await at(ADMIN, '/admin')).text).toContain('admin');
    for (const place of ['/app', '/org/i/x', '/api/study', '/analysis/status']) {
      expect(await at(ADMIN, place), place).toMatchObject({ status: 404 });
    }
    expect((await at(APP, '/')).text).toContain('consumer');
    expect(await at(ADMIN, '/')).toMatchObject({ status: 307, headers: { location: '/admin/' } });
    for (const host of [APP, ADMIN])
      expect(await at(host, '/health/live')).toMatchObject({ status: 200 });
  });

  it('signs in there alone, with a cookie of that host, and shows the app from where it is', async () => {
    const server = await start({ PERFUSE_ADMIN_URL: `http://${ADMIN}` });
    const { administrators } = server.app.accounts;
    const password = 'Correct-horse7-battery';
    const email = 'admin@example.org';
    await administrators.add(email, password, null);
    const signIn = (host: string, origin: string) =>
      hear(portOf(server), host, '/admin/api/session', { ...CALL, origin }, { email, password });
    expect(await signIn(APP, `http://${APP}`)).toMatchObject({ status: 404 });
    expect(await signIn(ADMIN, `http://${APP}`)).toMatchObject({ status: 403 });
    const { status, headers, text } = await signIn(ADMIN, `http://${ADMIN}`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ appUrl: `http://${APP}` });
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toContain('; Path=/admin; HttpOnly; SameSite=Strict');
    expect(cookie).not.toContain('Domain');
    const page = await hear(portOf(server), ADMIN, '/admin');
    expect(page.headers['content-security-policy']).toContain(`frame-src http://${APP}`);
    const preview = await hear(portOf(server), APP, '/org/i/demo');
    expect(preview.headers['content-security-policy']).toContain(`frame-ancestors http://${ADMIN}`);
    expect(preview.headers).not.toHaveProperty('x-frame-options');
  });
});

describe('the admin page with a port of its own', () => {
  it('answers on that port alone, which a stop closes with the rest', async () => {
    const port = await freePort();
    const place = `127.0.0.1:${String(port)}`;
    const server = await start({
      PERFUSE_ADMIN_URL: `http://${place}`,
      PERFUSE_ADMIN_PORT: String(port),
    });
    const admin = await openAdminPort(server.app.http, port, '127.0.0.1');
    expect(await hear(port, place, '/admin')).toMatchObject({ status: 200 });
    expect(await hear(port, server.host, '/admin')).toMatchObject({ status: 404 });
    expect(await hear(portOf(server), place, '/admin')).toMatchObject({ status: 404 });
    expect(await hear(portOf(server), server.host, '/admin')).toMatchObject({ status: 404 });
    expect(await hear(port, server.host, '/app')).toMatchObject({ status: 404 });
    expect(await hear(portOf(server), server.host, '/app')).toMatchObject({ status: 200 });
    const closed = new Promise((resolve) => admin.once('close', resolve));
    await closers.pop()?.();
    await closed;
    await expect(hear(port, place, '/admin')).rejects.toThrow();
  });
});
