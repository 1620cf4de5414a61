// SPDX-License-Identifier: Apache-2.0
/** A server that serves https itself: one process, a certificate, no proxy. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import path from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned, type Certificate } from '@perfuse/testing/certificate';
import { TestSocket } from '@perfuse/testing/client';
import { ask, type SecureRequest } from '@perfuse/testing/https';
import { expectAllResults, RESULTS, send, type Person } from '@perfuse/testing/measuring';
import { runServer, startProcess, type ServerProcess } from '../testing/process.ts';
import { temporaryFolder } from '../testing/server.ts';

const [FIRST, SECOND] = [selfSigned(), selfSigned()];
const PAGE = { accept: 'text/html', 'sec-fetch-dest': 'document' };

let directory: string;
let environment: NodeJS.ProcessEnv;
let server: ServerProcess;

const put = async (name: string, text: string): Promise<void> => {
  await writeFile(path.join(directory, `${name}.new`), text);
  await rename(path.join(directory, `${name}.new`), path.join(directory, name));
};
const show = async ({ certificate, key }: Certificate): Promise<void> => {
  await put('certificate.pem', certificate);
  await put('key.pem', key);
};

beforeAll(async () => {
  directory = await temporaryFolder();
  await show(FIRST);
  await mkdir(path.join(directory, 'web/consumer'), { recursive: true });
  await writeFile(
    path.join(directory, 'web/consumer/index.html'),
    '<!doctype html><title>app</title>',
  );
  environment = {
    HOST: '127.0.0.1',
    PERFUSE_DATA_DIR: path.join(directory, 'data'),
    PERFUSE_WEB_DIR: path.join(directory, 'web'),
    PERFUSE_TLS_CERTIFICATE: path.join(directory, 'certificate.pem'),
    PERFUSE_TLS_KEY: path.join(directory, 'key.pem'),
    PERFUSE_METRICS_PORT: '0',
  };
  server = await startProcess(environment);
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.exited;
  await rm(directory, { recursive: true, force: true });
});

const get = (place: string, options?: SecureRequest) =>
  ask(`${server.origin}${place}`, FIRST.certificate, options);
const post = async (place: string, body?: unknown, token = '') => {
  const { text } = await get(place, {
    method: 'POST',
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return JSON.parse(text) as unknown;
};

/** The certificate and the TLS version of a new connection. */
const shown = (maxVersion?: 'TLSv1.1' | 'TLSv1.2') =>
  new Promise<{ readonly certificate: PeerCertificate; readonly protocol: string | null }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(server.origin);
      const socket = connect({
        host: hostname,
        port: Number(port),
        rejectUnauthorized: false,
        minVersion: maxVersion === undefined ? undefined : 'TLSv1',
        maxVersion,
        // Without it this client does not offer old versions.
        ...(maxVersion === 'TLSv1.1' ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {}),
      });
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed')));
      socket.once('secureConnect', () => {
        resolve({ certificate: socket.getPeerCertificate(), protocol: socket.getProtocol() });
        socket.destroy();
      });
    },
  );
const isShown = async ({ certificate }: Certificate): Promise<boolean> =>
  (await shown()).certificate.raw.toString('base64') ===
  certificate.replace(/-----.*-----|\n/g, '');

/** A guest on a secure websocket with an open measurement. */
async function begin(): Promise<Person> {
  const { Token: token } = z.object({ Token: z.string() }).parse(await post('/api/token'));
  const study: unknown = JSON.parse((await get('/api/study')).text);
  const { studyId } = z.object({ studyId: z.string() }).parse(study);
  const created = await post('/analysis/measurements', { StudyID: studyId }, token);
  const { ID: id } = z.object({ ID: z.string() }).parse(created);
  const socket = new TestSocket(`wss://${server.host}/analysis`, ['json'], {
    ca: FIRST.certificate,
    // As a browser sends it.
    origin: server.origin,
  });
  await socket.opened();
  await socket.ask(ACTIONS.loginWithToken, { Token: token });
  await socket.ask(ACTIONS.subscribeResults, { Params: { ID: id }, RequestID: RESULTS });
  return { token, id, socket };
}

describe('a server with a certificate', () => {
  it('serves pages over https, with HSTS for a year and secure websockets', async () => {
    expect(server.origin).toMatch(/^https:/);
    const page = await get('/', { headers: PAGE });
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('app') as unknown });
    expect(page.header('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(page.header('content-security-policy')).toContain(`wss://${server.host}`);
    expect(await get('/health/ready')).toMatchObject({ status: 200 });
  });

  it('accepts TLS 1.2 and 1.3, but neither older versions nor plain http', async () => {
    expect((await shown()).protocol).toBe('TLSv1.3');
    expect((await shown('TLSv1.2')).protocol).toBe('TLSv1.2');
    await expect(shown('TLSv1.1')).rejects.toThrow();
    await expect(fetch(server.origin.replace('https:', 'http:'))).rejects.toThrow();
  });

  it('loads a new certificate on SIGHUP during measurements, and keeps it when the next one is invalid', async () => {
    const person = await begin();
    await send(person, 0, 3);
    await show(SECOND);
    server.child.kill('SIGHUP');
    await expect.poll(() => isShown(SECOND)).toBe(true);
    await expect.poll(server.output).toContain('the certificate was reloaded');
    await put('key.pem', FIRST.key);
    server.child.kill('SIGHUP');
    await expect.poll(server.output).toContain('PERFUSE_TLS_KEY cannot be used');
    expect(await isShown(SECOND)).toBe(true);
    await send(person, 3);
    await expectAllResults(person.socket);
  });

  it('closes unfinished handshakes and idle connections when it is stopped', async () => {
    const { hostname, port } = new URL(server.origin);
    const idle = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
    idle.on('error', () => undefined);
    await new Promise((resolve) => idle.once('secureConnect', resolve));
    const silent = connectPlain({ host: hostname, port: Number(port) });
    silent.on('error', () => undefined);
    await new Promise((resolve) => silent.once('connect', resolve));
    const gone = [idle, silent].map(
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
    );
    server.child.kill('SIGTERM');
    expect(await server.exited, server.output()).toBe(0);
    await Promise.all(gone);
  });
});

describe('--check-config', () => {
  it('checks the certificate and its key, and reports what is wrong with them', async () => {
    await show(FIRST);
    await put('key.pem', SECOND.key);
    const line =
      'PERFUSE_TLS_KEY cannot be used: it does not match the certificate in PERFUSE_TLS_CERTIFICATE';
    const checked = await runServer(environment, ['--check-config']);
    expect(checked.code).toBe(2);
    expect(checked.output).toContain(`The configuration is not valid:\n  ${line}\n`);
    expect(await runServer(environment)).toEqual({
      code: 1,
      output: `Perfuse could not start: ${line}\n`,
    });
  });
});
