// SPDX-License-Identifier: Apache-2.0
/** All faults are real: files with wrong rights, a proxy that changes answers, a mail port that is closed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm, writeFile } from 'node:fs/promises';
import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import Libsql from 'libsql';
import { z } from '@perfuse/contract/schema';
import { selfSigned, type Certificate } from '@perfuse/testing/certificate';
import { freePort } from '@perfuse/testing/local-server';
import { mailServer } from '@perfuse/testing/mail-server';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledServer } from '../testing/bundled.ts';
import { done, runCommand } from '../testing/command.ts';
import { newDatabase } from '../testing/run.ts';
import { newEmail } from '../testing/people.ts';
import { startServer, temporaryFolder, type TestServer } from '../testing/server.ts';
import { transactionPool } from '../testing/transaction-pool.ts';
import { loadSecrets } from '../platform/crypto/secrets.ts';
import { openOperatorPort } from '../platform/http/operator-port.ts';
import { flushTimeFinding, writeErrorFinding } from './doctor/files.ts';
import { clockFinding } from './doctor/finding.ts';

const answer = z.object({
  ok: z.literal(true),
  command: z.literal('doctor'),
  result: z.object({
    isHealthy: z.boolean(),
    failed: z.number(),
    findings: z.array(
      z.object({
        check: z.string(),
        state: z.enum(['ok', 'warning', 'failed', 'skipped']),
        found: z.string(),
        advice: z.nullable(z.string()),
      }),
    ),
  }),
});
type Findings = z.output<typeof answer>['result']['findings'];

const inState = (findings: Findings, state: string): readonly string[] =>
  findings.filter((finding) => finding.state === state).map(({ check }) => check);
const of = (findings: Findings, check: string) =>
  findings.find((finding) => finding.check === check);

let folder: string;
let server: TestServer;
const running: Server[] = [];
beforeAll(async () => {
  folder = await temporaryFolder();
  const page = `<!doctype html><title>Perfuse</title>${'<p>vital signs</p>'.repeat(200)}`;
  await writeFile(path.join(folder, 'index.html'), page);
  server = await startServer({
    environment: { PERFUSE_TRUST_PROXY: 'loopback', PERFUSE_DEMO: 'off' },
    webBuilds: [{ directory: folder, prefixes: ['/', '/app', '/org'] }],
  });
  await done(
    z.unknown(),
    ['configuration', 'create', 'shown', '--set', 'embedOrigins=["https://clinic.example"]'],
    { directory: server.directory },
  );
});
afterAll(async () => {
  for (const proxy of running) proxy.closeAllConnections();
  await Promise.all(running.map((proxy) => new Promise((closed) => proxy.close(closed))));
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Faults {
  /** Changes the headers of requests to the server. */
  readonly asks?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  /** Changes the headers of its answers. */
  readonly answers?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  readonly withoutUpgrade?: boolean;
  /** Largest body that is passed on, bytes. */
  readonly maxBytes?: number;
  readonly tls?: Certificate;
}

const without =
  (...names: readonly string[]) =>
  (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** A reverse proxy in front of the server, configured well or badly as requested. @returns its address. */
async function proxy(faults: Faults = {}): Promise<string> {
  const { tls, asks = (headers) => headers, answers = (headers) => headers } = faults;
  const target = new URL(server.origin);
  const agent = new Agent({ keepAlive: true });
  const pass = (asked: IncomingMessage) =>
    request(new URL(asked.url ?? '/', target), {
      method: asked.method,
      agent,
      headers: asks({
        ...asked.headers,
        'x-forwarded-proto': tls === undefined ? 'http' : 'https',
        'x-forwarded-host': asked.headers.host,
      }),
    });
  const handle = (asked: IncomingMessage, reply: ServerResponse): void => {
    if (Number(asked.headers['content-length'] ?? 0) > (faults.maxBytes ?? Infinity)) {
      asked.resume();
      asked.once('end', () => reply.writeHead(413).end('too large'));
      return;
    }
    // Hop-by-hop headers are not passed on.
    asked.headers = without('connection', 'upgrade')(asked.headers);
    const passed = pass(asked);
    passed.once('response', (given) => {
      reply.writeHead(given.statusCode ?? 502, answers(given.headers));
      given.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    asked.pipe(passed);
  };
  const listening =
    tls === undefined
      ? createServer(handle)
      : createSecureServer({ cert: tls.certificate, key: tls.key }, handle);
  if (faults.withoutUpgrade !== true) {
    listening.on('upgrade', (asked: IncomingMessage, socket, head) => {
      const passed = pass(asked);
      passed.once('upgrade', (given, upstream) => {
        const lines = given.rawHeaders.flatMap((value, at) =>
          at % 2 === 0 ? [`${value}: ${given.rawHeaders[at + 1] ?? ''}`] : [],
        );
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
        upstream.write(head);
        upstream.on('error', () => socket.destroy());
        socket.on('error', () => upstream.destroy());
        socket.pipe(upstream).pipe(socket);
      });
      passed.once('response', () => socket.destroy());
      passed.on('error', () => socket.destroy());
      passed.end();
    });
  }
  running.push(listening);
  listening.once('close', () => agent.destroy());
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  // Proven: a server that listens on TCP has such an address.
  const { port } = listening.address() as AddressInfo;
  return tls === undefined
    ? `http://127.0.0.1:${String(port)}`
    : `https://localhost:${String(port)}`;
}

/** Settings of an installation without a fault of its own. */
const environmentOf = (address: string): NodeJS.ProcessEnv => ({
  PORT: new URL(server.origin).port,
  HOST: '127.0.0.1',
  PERFUSE_PUBLIC_URL: address,
  PERFUSE_TRUST_PROXY: 'loopback',
  PERFUSE_DEMO: 'off',
});

async function examine(
  environment: NodeJS.ProcessEnv,
  words: readonly string[] = [],
  directory = server.directory,
): Promise<{ readonly code: number; readonly findings: Findings }> {
  const run = await runCommand(['doctor', '--json', ...words], { directory, environment });
  const { result } = answer.parse(JSON.parse(run.output));
  expect(run.code).toBe(result.isHealthy ? 0 : 1);
  expect(result.failed).toBe(inState(result.findings, 'failed').length);
  for (const { advice, state } of result.findings) {
    expect(advice !== null).toBe(state === 'warning' || state === 'failed');
  }
  return { code: run.code, findings: result.findings };
}

describe('an installation', () => {
  it('that is healthy behind its proxy has no failed check and exit code 0', async () => {
    const { code, findings } = await examine(environmentOf(await proxy()));
    expect(inState(findings, 'failed')).toEqual([]);
    // Plain http to this machine, and no mail server: only warnings, because it can be used.
    // Whether there is a warning about Node.js depends on the one that runs the tests.
    const warnings = inState(findings, 'warning').filter((check) => check !== 'node');
    expect(warnings).toEqual(['public.https', 'mail.server']);
    expect(inState(findings, 'ok')).toEqual(
      expect.arrayContaining([
        'settings',
        'files.folder',
        'files.secrets',
        'disk.space',
        'database.version',
        'database.locks',
        'database.servers',
        'ports.PORT',
        'public.page',
        'public.forwarded',
        'public.camera',
        'public.framing',
        'public.embedding.shown',
        'public.websocket',
        'public.body-size',
        'public.compression',
        'public.clock',
      ]),
    );
    expect(code).toBe(0);
  });

  it('has its findings printed with advice', async () => {
    const run = await runCommand(['doctor'], {
      directory: server.directory,
      environment: { ...environmentOf(''), PERFUSE_DEMO: 'on' },
    });
    expect(run.errors).toBe('');
    expect(run.output).toMatch(/^WARNING settings\.PERFUSE_PUBLIC_URL: .+\n {8}→ Set it to/m);
    expect(run.output).toMatch(/^WARNING settings\.PERFUSE_DEMO: .+ access code DEMO/m);
    expect(run.output).toMatch(/^0 failed, \d+ warnings, \d+ ok, \d+ skipped\.$/m);
  });

  it('without a server and a database has the dependent checks skipped, with the reason', async () => {
    const empty = await temporaryFolder();
    const port = String(await freePort());
    const { code, findings } = await examine(
      { PORT: port, PERFUSE_PUBLIC_URL: `http://127.0.0.1:${port}` },
      [],
      empty,
    );
    expect(code).toBe(1);
    expect(inState(findings, 'failed')).toEqual([
      'database.reachable',
      'ports.PORT',
      'public.ready',
    ]);
    expect(of(findings, 'public.websocket')).toMatchObject({
      state: 'skipped',
      found: 'Requires a server that is ready.',
    });
    await rm(empty, { recursive: true });
  });
});

describe('a proxy', () => {
  it('that does not answer is reported with the port of the public address', async () => {
    const port = String(await freePort());
    const { findings } = await examine({ PERFUSE_PUBLIC_URL: `https://127.0.0.1:${port}` });
    const { advice } = of(findings, 'public.https') ?? expect.fail();
    expect(advice).toContain(`allows port ${port}.`);
  });

  it.each([
    [
      'drops the policies',
      { answers: without('permissions-policy', 'content-security-policy') },
      ['public.camera', 'public.framing', 'public.embedding.shown'],
    ],
    [
      'takes the camera away',
      {
        answers: (headers: IncomingHttpHeaders) => ({
          ...headers,
          'permissions-policy': 'camera=(), microphone=()',
        }),
      },
      ['public.camera'],
    ],
    [
      'forbids frames',
      {
        answers: (headers: IncomingHttpHeaders) => ({
          ...headers,
          'x-frame-options': 'SAMEORIGIN',
        }),
      },
      ['public.embedding.shown'],
    ],
    ['passes on no websocket', { withoutUpgrade: true }, ['public.websocket']],
    ['limits bodies to 64 kB', { maxBytes: 65_536 }, ['public.body-size']],
    [
      'keeps the name to itself',
      {
        asks: (headers: IncomingHttpHeaders) => ({
          ...without('x-forwarded-host')(headers),
          host: 'upstream',
        }),
      },
      ['public.forwarded', 'public.websocket'],
    ],
    [
      'lives in another minute',
      {
        answers: (headers: IncomingHttpHeaders) => ({
          ...headers,
          date: new Date(Date.now() + 90_000).toUTCString(),
        }),
      },
      ['public.clock'],
    ],
  ] satisfies readonly (readonly [string, Faults, readonly string[]])[])(
    'that %s fails',
    async (_what, faults, expected) => {
      const { code, findings } = await examine(environmentOf(await proxy(faults)));
      expect(inState(findings, 'failed')).toEqual(expected);
      expect(code).toBe(1);
    },
  );

  it('that compresses nothing is a warning', async () => {
    const { code, findings } = await examine(
      environmentOf(await proxy({ asks: without('accept-encoding') })),
    );
    expect(of(findings, 'public.compression')).toMatchObject({ state: 'warning' });
    expect(code).toBe(0);
  });

  it('that does not reach the server fails only the readiness check', async () => {
    const away = createServer((_asked, reply) => reply.writeHead(502).end('Bad Gateway')).listen(
      0,
      '127.0.0.1',
    );
    running.push(away);
    await once(away, 'listening');
    const { port } = away.address() as AddressInfo;
    const { findings } = await examine(environmentOf(`http://127.0.0.1:${String(port)}`));
    expect(inState(findings, 'failed')).toEqual(['public.ready']);
    expect(of(findings, 'public.ready')?.found).toContain('502');
  });

  it('with an untrusted certificate fails, and further checks over it are skipped', async () => {
    const { findings } = await examine(environmentOf(await proxy({ tls: selfSigned() })));
    expect(inState(findings, 'failed')).toEqual(['public.https']);
    expect(of(findings, 'public.https')?.found).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(of(findings, 'public.ready')).toMatchObject({ state: 'skipped' });
  });

  /** Runs the installed program, because the trusted authorities are read at the start of a process. */
  async function trusting(tls: Certificate, faults: Faults = {}): Promise<Findings> {
    const authority = path.join(folder, 'authority.pem');
    await writeFile(authority, tls.certificate);
    const program = path.join(await bundledServer(), 'perfuse.mjs');
    const child = spawn(process.execPath, [program, 'doctor', '--json'], {
      env: {
        ...environmentOf(await proxy({ ...faults, tls })),
        PERFUSE_DATA_DIR: server.directory,
        NODE_EXTRA_CA_CERTS: authority,
      },
    });
    const output = await text(child.stdout);
    return answer.parse(JSON.parse(output)).result.findings;
  }

  it('with a certificate that expires soon is a warning, and further checks are made', async () => {
    const findings = await trusting(selfSigned([], 5));
    expect(inState(findings, 'failed')).toEqual([]);
    expect(of(findings, 'public.https')).toMatchObject({ state: 'warning' });
    expect(of(findings, 'public.forwarded')).toMatchObject({ state: 'ok' });
    expect(of(findings, 'public.websocket')).toMatchObject({ state: 'ok' });
  });

  it('that terminates TLS without sending X-Forwarded-Proto fails', async () => {
    const findings = await trusting(selfSigned(), { asks: without('x-forwarded-proto') });
    expect(inState(findings, 'failed')).toEqual(['public.forwarded']);
    expect(of(findings, 'public.https')).toMatchObject({ state: 'ok' });
  });
});

describe('the operator port', () => {
  const check = 'ports.PERFUSE_METRICS_PORT';

  it('of a server is recognised, and that of another program is not', async () => {
    const { checks, platform } = server.app;
    const connections = { connections: 10, sockets: 10 };
    const port = await freePort();
    const deps = { ...platform, checks, connections };
    const operatorPort = await openOperatorPort(port, '127.0.0.1', deps);
    const environment = {
      ...environmentOf(await proxy()),
      PERFUSE_METRICS_HOST: '127.0.0.1',
      PERFUSE_METRICS_PORT: String(port),
    };
    expect(of((await examine(environment)).findings, check)).toMatchObject({ state: 'ok' });
    await operatorPort.close();
    const other = createServer((_asked, reply) => reply.end('delivered\n'));
    running.push(other);
    other.listen(port, '127.0.0.1');
    await once(other, 'listening');
    expect(of((await examine(environment)).findings, check)).toMatchObject({ state: 'failed' });
  });
});

describe('files', () => {
  it('that other accounts can open fail: the folder, the database and the keys', async () => {
    const { directory } = server;
    const open = ['perfuse.sqlite', 'secrets.json'].map((name) => path.join(directory, name));
    await chmod(directory, 0o755);
    await Promise.all(open.map((file) => chmod(file, 0o644)));
    const { findings } = await examine(environmentOf(await proxy()));
    expect(inState(findings, 'failed')).toEqual([
      'files.folder',
      'files.database',
      'files.secrets',
    ]);
    expect(of(findings, 'files.secrets')).toMatchObject({
      found: expect.stringContaining('0644') as unknown,
      advice: `chmod 0600 ${path.join(directory, 'secrets.json')}`,
    });
    await chmod(directory, 0o700);
    await chmod(path.join(directory, 'secrets.json'), 0o600);
    expect(inState((await examine(environmentOf(await proxy()))).findings, 'failed')).toEqual([]);
  });

  it('that hold external secrets are rated by their permissions', async () => {
    const file = path.join(folder, 'smtp-url');
    await writeFile(file, `smtp://127.0.0.1:${String(await freePort())}`, { mode: 0o644 });
    const environment = { ...environmentOf(await proxy()), PERFUSE_SMTP_URL_FILE: file };
    const stateAt = async (mode: number) => {
      await chmod(file, mode);
      const { findings } = await examine(environment);
      return of(findings, 'files.PERFUSE_SMTP_URL_FILE')?.state;
    };
    expect(await stateAt(0o400)).toBe('ok');
    // As container engines mount them.
    expect(await stateAt(0o440)).toBe('warning');
    expect(await stateAt(0o644)).toBe('warning');
    expect(await stateAt(0o666)).toBe('failed');
  });

  it('that cannot be written are reported by cause: no space, a read-only mount or missing permissions', () => {
    const found = (code: string) =>
      writeErrorFinding('/data', Object.assign(new Error(), { code }));
    for (const code of ['ENOSPC', 'EDQUOT'])
      expect(found(code)).toMatchObject({ state: 'skipped', advice: null });
    expect(found('EROFS')).toMatchObject({ state: 'failed' });
    expect(found('EROFS').advice).toContain('read-only');
    expect(found('EACCES').advice).toContain('chown');
  });

  it('are rated by the flush time of their disk', () => {
    expect(flushTimeFinding('/data', 0.8)).toMatchObject({ state: 'ok' });
    expect(flushTimeFinding('/data', 12).found).toContain('hard disk');
    expect(flushTimeFinding('/data', 250)).toMatchObject({ state: 'warning' });
  });
});

describe('a database', () => {
  const KEYS = 'database.keys';

  it('whose write lock another program holds fails', async () => {
    const directory = await temporaryFolder();
    await runCommand(['init'], { directory });
    const other = new Libsql(path.join(directory, 'perfuse.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const { findings } = await examine(environmentOf(await proxy()), [], directory);
    other.exec('ROLLBACK');
    other.close();
    expect(of(findings, 'database.locks')).toMatchObject({ state: 'failed' });
    await rm(directory, { recursive: true });
  });

  it('that is used with other keys, or whose keys are lost, fails', async () => {
    const directory = await temporaryFolder();
    await runCommand(['init'], { directory });
    const file = path.join(directory, 'other.json');
    const environment = { ...environmentOf(await proxy()), PERFUSE_SECRETS_FILE: file };
    const found = async () => of((await examine(environment, [], directory)).findings, KEYS);
    expect(await found()).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('There are no secrets') as unknown,
    });
    await loadSecrets(directory, file);
    expect(await found()).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('do not match the database') as unknown,
      advice: expect.stringContaining('PERFUSE_SECRETS_FILE') as unknown,
    });
    await writeFile(file, '{');
    expect(await found()).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('is damaged') as unknown,
    });
    environment.PERFUSE_SECRETS_FILE = directory;
    expect(await found()).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('is a folder') as unknown,
    });
    environment.PERFUSE_SECRETS_FILE = path.join(directory, 'secrets.json');
    expect(await found()).toMatchObject({ state: 'ok' });
    await rm(directory, { recursive: true });
  });

  it('of a newer version fails, and further checks of it are skipped', async () => {
    const directory = await temporaryFolder();
    await runCommand(['init'], { directory });
    const file = new Libsql(path.join(directory, 'perfuse.sqlite'));
    file.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')");
    file.close();
    const { findings } = await examine(environmentOf(await proxy()), [], directory);
    expect(inState(findings, 'failed')).toEqual(['database.version']);
    expect(of(findings, 'webhook')).toMatchObject({ state: 'skipped' });
    await rm(directory, { recursive: true });
  });

  it.skipIf(withoutPostgres)('in PostgreSQL has its version, locks and clock checked', async () => {
    const url = await newDatabase();
    const directory = await temporaryFolder();
    const environment = { ...environmentOf(await proxy()), DATABASE_URL: url };
    await loadSecrets(directory);
    await runCommand(['status'], { directory, environment });
    const before = await examine(environment, [], directory);
    const location = `PostgreSQL at ${new URL(url).host}${new URL(url).pathname}`;
    expect(of(before.findings, 'database.installation')).toMatchObject({
      state: 'failed',
      found: `The database in ${location} is empty: start the server, or run init.`,
    });
    const { output } = await runCommand(['init'], { directory, environment });
    expect(output).toContain(location);
    const { findings } = await examine(environment, [], directory);
    expect(inState(findings, 'failed')).toEqual([]);
    expect(inState(findings, 'ok')).toEqual(
      expect.arrayContaining([
        'database.reachable',
        'database.version',
        'database.locks',
        'database.clock',
      ]),
    );
    // The server of the proxy has another database.
    expect(of(findings, 'database.servers')).toMatchObject({ state: 'warning' });
    expect(of(findings, 'disk')).toMatchObject({ state: 'skipped' });
    await rm(directory, { recursive: true });
  });

  it.skipIf(withoutPostgres)('in PostgreSQL behind a pool in transaction mode fails', async () => {
    const directory = await temporaryFolder();
    const url = await newDatabase();
    const environment = { ...environmentOf(await proxy()), DATABASE_URL: url };
    await runCommand(['init'], { directory, environment });
    const pool = await transactionPool(url);
    const pooled = { ...environment, DATABASE_URL: pool.url };
    const { findings } = await examine(pooled, [], directory);
    expect(inState(findings, 'failed')).toEqual(['database.sessions']);
    expect(of(findings, 'database.sessions')).toMatchObject({
      found: expect.stringContaining('DATABASE_URL') as unknown,
      advice: expect.stringContaining('session mode') as unknown,
    });
    pool.close();
    await rm(directory, { recursive: true });
  });

  it('in PostgreSQL that does not answer fails, without its password being shown', async () => {
    const environment = {
      ...environmentOf(await proxy()),
      DATABASE_URL: `postgres://perfuse:secret-7@127.0.0.1:${String(await freePort())}/perfuse`,
    };
    const run = await runCommand(['doctor', '--json'], {
      directory: server.directory,
      environment,
    });
    const { findings } = answer.parse(JSON.parse(run.output)).result;
    expect(of(findings, 'database.reachable')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('ECONNREFUSED') as unknown,
    });
    expect(run.output).not.toContain('secret-7');
  });

  it('whose clock deviates by seconds is a warning, by more than one TOTP step a failure', () => {
    expect(clockFinding('clock', 'other', 700, 500)).toMatchObject({ state: 'ok' });
    expect(clockFinding('clock', 'other', -9_000, 500)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('9.0 s behind') as unknown,
    });
    expect(clockFinding('clock', 'other', 61_000, 500)).toMatchObject({ state: 'failed' });
  });
});

describe('mail', () => {
  it('to a closed port fails', async () => {
    const environment = {
      ...environmentOf(await proxy()),
      PERFUSE_SMTP_URL: `smtp://127.0.0.1:${String(await freePort())}`,
    };
    const { findings } = await examine(environment, ['--send-to', 'me@acme.example']);
    expect(of(findings, 'mail.server')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('ECONNREFUSED') as unknown,
    });
    expect(of(findings, 'mail.sent')).toMatchObject({ state: 'skipped' });
    expect(of(findings, 'settings.PERFUSE_MAIL_FROM')).toMatchObject({ state: 'warning' });
  });

  it('to a server with an untrusted certificate fails, with advice on how to trust it', async () => {
    const mails = await mailServer({ name: 'perfuse', password: 'right-7' }, selfSigned());
    const environment = { ...environmentOf(await proxy()), PERFUSE_SMTP_URL: mails.url };
    expect(of((await examine(environment)).findings, 'mail.server')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('self-signed certificate') as unknown,
      advice: expect.stringContaining('NODE_EXTRA_CA_CERTS') as unknown,
    });
    await mails.close();
  });

  it('that could not be delivered is a warning', async () => {
    const { jobs } = server.app.platform;
    const content = { recipient: newEmail(), subject: 'One', body: 'Two' };
    await jobs.store.add('mail', 'held', {}, [{ id: 'lost', payload: JSON.stringify(content) }]);
    const outbox = async () =>
      of((await examine(environmentOf(await proxy()))).findings, 'mail.outbox');
    expect(await outbox()).toMatchObject({ state: 'ok' });
    await server.app.platform.database
      .updateTable('jobs')
      .set({ state: 'failed' })
      .where('id', '=', 'lost')
      .execute();
    expect(await outbox()).toMatchObject({ state: 'warning' });
    await jobs.store.remove('lost');
  });

  it('with a wrong password fails, without the password being shown', async () => {
    const mails = await mailServer({ name: 'perfuse', password: 'right-7' });
    const wrong = mails.url.replace('right-7', 'wrong-7');
    const run = await runCommand(['doctor', '--json'], {
      directory: server.directory,
      environment: { ...environmentOf(await proxy()), PERFUSE_SMTP_URL: wrong },
    });
    expect(run.output).toContain('EAUTH');
    expect(run.output).not.toContain('wrong-7');
    await mails.close();
  });

  it('is sent only when asked for', async () => {
    const mails = await mailServer({ name: 'perfuse', password: 'right-7' });
    const environment = {
      ...environmentOf(await proxy()),
      PERFUSE_SMTP_URL: mails.url,
      PERFUSE_MAIL_FROM: 'no-reply@acme.example',
    };
    expect(of((await examine(environment)).findings, 'mail.server')).toMatchObject({ state: 'ok' });
    expect(mails.mails).toEqual([]);
    const { findings } = await examine(environment, ['--send-to', 'me@acme.example']);
    expect(of(findings, 'mail.sent')).toMatchObject({ state: 'ok' });
    expect(mails.mails.map(({ to }) => to)).toEqual([['me@acme.example']]);
    mails.state.refusing = true;
    const refused = await examine(environment, ['--send-to', 'me@acme.example']);
    expect(of(refused.findings, 'mail.sent')).toMatchObject({
      state: 'failed',
      advice: expect.stringContaining('PERFUSE_MAIL_FROM') as unknown,
    });
    await mails.close();
  });
});

describe('webhook addresses', () => {
  it('fail when their name cannot be resolved or their target is not allowed', async () => {
    const here = { directory: server.directory };
    const set = (address: string) =>
      done(
        z.unknown(),
        ['configuration', 'set', 'shown', '--set', `eventsWebhookEndpoint=${address}`],
        here,
      );
    const check = 'webhook.shown.eventsWebhookEndpoint';
    await set('https://receiver.invalid/events');
    const environment = environmentOf(await proxy());
    expect(of((await examine(environment)).findings, check)).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('receiver.invalid cannot be resolved') as unknown,
    });
    const local = { ...environment, PERFUSE_PRIVATE_TARGETS: '127.0.0.1' };
    await done(
      z.unknown(),
      ['configuration', 'set', 'shown', '--set', 'eventsWebhookEndpoint=https://127.0.0.1/events'],
      { ...here, environment: { PERFUSE_PRIVATE_TARGETS: '127.0.0.1' } },
    );
    expect(of((await examine(local)).findings, check)).toMatchObject({ state: 'ok' });
    expect(of((await examine(environment)).findings, check)).toMatchObject({
      state: 'failed',
      advice: expect.stringContaining('PERFUSE_PRIVATE_TARGETS') as unknown,
    });
  });
});
