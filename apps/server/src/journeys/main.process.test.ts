// SPDX-License-Identifier: Apache-2.0
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';
import { phantomChunks } from '@perfuse/phantom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { actionOf, payloadOf } from '@perfuse/testing/chunks';
import { call } from '@perfuse/testing/client';
import { freePort, isReady } from '@perfuse/testing/local-server';
import { until } from '@perfuse/testing/waiting';
import { DATABASE_FILE } from '../platform/storage/database.ts';
import { bundledServer } from '../testing/bundled.ts';
import { launch, runServer, startProcess, type ServerProcess } from '../testing/process.ts';
import { makeCheckEndless } from '../testing/endless-check.ts';
import { temporaryFolder } from '../testing/server.ts';

const payloads = phantomChunks({ bpm: 66, snr: 12, seed: 3 }).map(payloadOf);
const complete = z.object({
  StatusID: z.literal('COMPLETE'),
  Results: z.object({ HR_BPM: z.array(z.object({ Data: z.array(z.int()) })) }),
});

const dataUrl = (source: string): string =>
  `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;

describe('the process', () => {
  let directory: string;
  let running: ServerProcess[];

  beforeEach(async () => {
    directory = await temporaryFolder();
    running = [];
  });
  afterEach(async () => {
    for (const { child, exited } of running) {
      child.kill('SIGKILL');
      await exited;
    }
    await rm(directory, { recursive: true, force: true });
  });

  async function start(environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const server = await startProcess({ PERFUSE_DATA_DIR: directory, ...environment });
    running.push(server);
    return server;
  }

  async function kill(server: ServerProcess): Promise<void> {
    server.child.kill('SIGKILL');
    await server.exited;
  }

  async function begin(server: ServerProcess): Promise<{ token: string; id: string }> {
    const guest = await call(server, 'POST', '/api/token');
    const token = z.object({ Token: z.string() }).parse(guest.body).Token;
    const study = await call(server, 'GET', '/api/study');
    const StudyID = z.object({ studyId: z.string() }).parse(study.body).studyId;
    const created = await call(server, 'POST', '/analysis/measurements', {
      token,
      body: { StudyID, Resolution: 0 },
    });
    return { token, id: z.object({ ID: z.string() }).parse(created.body).ID };
  }

  async function send(
    server: ServerProcess,
    { token, id }: { token: string; id: string },
    from: number,
    to: number,
  ): Promise<void> {
    for (const [at, Payload] of payloads.entries()) {
      if (at < from || at >= to) continue;
      const answer = await call(server, 'POST', `/analysis/measurements/${id}/data`, {
        token,
        body: { Action: actionOf(at, payloads.length), Payload },
      });
      expect(answer).toMatchObject({ status: 200, body: { ChunkOrder: at } });
    }
  }

  async function finished(server: ServerProcess, { token, id }: { token: string; id: string }) {
    const get = async () =>
      (await call(server, 'GET', `/analysis/measurements/${id}`, { token })).body;
    await expect.poll(get).toMatchObject({ StatusID: 'COMPLETE' });
    const [first] = complete.parse(await get()).Results.HR_BPM;
    return (first?.Data[0] ?? 0) / 10_000;
  }

  it('prints what a new user needs, with the same licence key at every start, and becomes ready', async () => {
    const server = await start();
    expect(server.output()).toMatch(/Demo licence key +prf-demo-[\da-f]{40}/);
    expect(server.output()).toMatch(/Configuration id +demo\n +Access code +DEMO/);
    expect(server.output()).toContain(directory);
    expect(await call(server, 'GET', '/health/ready')).toMatchObject({ status: 200 });
    expect(await call(server, 'GET', '/health/live')).toMatchObject({ status: 200 });
    const key = /prf-demo-[\da-f]{40}/.exec(server.output())?.[0] ?? 'none';
    await kill(server);
    expect((await start()).output()).toContain(key);
  });

  it('omits the demo in production, where its licence stops working', async () => {
    const server = await start();
    const Key = /prf-demo-[\da-f]{40}/.exec(server.output())?.[0];
    await kill(server);
    const production = await start({ NODE_ENV: 'production' });
    expect(production.output()).not.toContain('prf-demo');
    const body = { Key, DeviceTypeID: 'LINUX', Name: '', Identifier: '', Version: '' };
    const path_ = '/analysis/organizations/licenses';
    expect(await call(production, 'POST', path_, { body })).toMatchObject({ status: 401 });
    expect(await begin(production)).toMatchObject({ id: expect.any(String) as unknown });
  });

  it('answers a damaged address with the page of the app', async () => {
    const build = path.join(directory, 'web/consumer');
    await mkdir(build, { recursive: true });
    await writeFile(path.join(build, 'index.html'), '<!doctype html>');
    const { origin } = await start({ PERFUSE_WEB_DIR: path.dirname(build) });
    const answer = await fetch(`${origin}/app/100%`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toBe('<!doctype html>');
  });

  it('stores its secrets in one file that only its owner can read', async () => {
    await start();
    expect((await stat(path.join(directory, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect((await readdir(directory)).filter((name) => name.startsWith('secrets'))).toEqual([
      'secrets.json',
    ]);
  });

  it('is ASCII text, which V8 stores in half the memory', async () => {
    const folder = await bundledServer();
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('js')))
      expect((await readFile(path.join(folder, file))).findIndex((byte) => byte > 127)).toBe(-1);
  });

  it.skipIf(!existsSync('/dev/full'))('serves while its log cannot be written', async () => {
    const [port, full] = [await freePort(), await open('/dev/full', 'w')];
    const main = path.join(await bundledServer(), 'main.mjs');
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env['PATH'], PORT: String(port), PERFUSE_DATA_DIR: directory },
      stdio: ['ignore', full.fd, 'ignore'],
    });
    try {
      const url = `http://localhost:${String(port)}/health/ready`;
      await until(async () => ((await isReady(url)) ? true : undefined), 'a ready server');
      expect(await isReady(url)).toBe(true);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      await full.close();
    }
  });

  it('delivers the result when killed after the last chunk was acknowledged', async () => {
    const first = await start();
    const measurement = await begin(first);
    await send(first, measurement, 0, payloads.length);
    await kill(first);
    expect(Math.abs((await finished(await start(), measurement)) - 66)).toBeLessThan(3);
  });

  it('continues a measurement during which it was killed', async () => {
    const first = await start();
    const measurement = await begin(first);
    await send(first, measurement, 0, 3);
    await kill(first);
    const second = await start();
    // The client cannot know whether its last chunk arrived, so it sends that one again.
    await send(second, measurement, 2, payloads.length);
    expect(Math.abs((await finished(second, measurement)) - 66)).toBeLessThan(3);
  });

  it('stops cleanly on SIGTERM, also with an idle connection open', async () => {
    const server = await start();
    await begin(server);
    server.child.kill('SIGTERM');
    const code = await server.exited;
    expect(code, server.output()).toBe(0);
  });

  it('continues its start on SIGHUP, as after the renewal of a certificate', async () => {
    await kill(await start());
    makeCheckEndless(path.join(directory, DATABASE_FILE));
    const { child, exited, output } = await launch({ PERFUSE_DATA_DIR: directory });
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(output).toContain('checking the whole database');
    child.kill('SIGHUP');
    child.kill('SIGTERM');
    await exited;
    expect(child.signalCode).toBe('SIGTERM');
  });

  it('refuses to share its folder with a second process', async () => {
    await start();
    const second = await runServer({ PERFUSE_DATA_DIR: directory });
    expect(second.code).toBe(1);
    expect(second.output).toContain(`Another Perfuse server is using ${directory}`);
  });

  it('refuses a damaged database, and says what to do', async () => {
    await kill(await start());
    for (const suffix of ['-wal', '-shm']) {
      await rm(path.join(directory, `perfuse.sqlite${suffix}`), { force: true });
    }
    await writeFile(path.join(directory, 'perfuse.sqlite'), 'no database at all'.repeat(300));
    const { code, output } = await runServer({ PERFUSE_DATA_DIR: directory });
    // From two streams, in any order.
    const told = output.split('\n').filter((line) => !line.startsWith('{'));
    expect(output).toContain('checking the whole database');
    expect([code, ...told]).toEqual([
      1,
      'Perfuse could not start: The database is damaged:',
      '  file is not a database',
      'Restore the latest backup; see docs/reliability.md for other options.',
      '',
    ]);
  });

  it('checks its configuration and names every invalid variable', async () => {
    const good = await runServer({ PERFUSE_SIGN_IN: 'on' }, ['--check-config']);
    expect(good.code).toBe(0);
    expect(good.output).toContain('PERFUSE_SIGN_IN=on');
    const bad = await runServer({ PORT: 'x', PERFUSE_DATADIR: 'y' });
    expect(bad.code).toBe(2);
    expect(bad.output).toContain('PORT must be a whole number from 0 to 65535');
    expect(bad.output).toContain('PERFUSE_DATADIR is not a setting of this server');
    const mistyped = await runServer({}, ['--chek-config']);
    expect(mistyped).toMatchObject({
      code: 2,
      output: expect.stringContaining('unknown argument: --chek-config') as unknown,
    });
  });

  it.each([{ asked: [] }, { asked: ['--check-config'] }])(
    'refuses a folder without web builds: $asked',
    async ({ asked }) => {
      await mkdir(path.join(directory, 'consumer'));
      const { code, output } = await runServer(
        { PERFUSE_DATA_DIR: directory, PERFUSE_WEB_DIR: directory },
        asked,
      );
      expect(code).toBe(2);
      expect(output).toContain(
        `PERFUSE_WEB_DIR must contain the web build consumer or enterprise: ${directory} has neither`,
      );
    },
  );

  it('loads the tracing libraries only when a collector is configured', async () => {
    // A process that imports the tracing chunk of the bundle fails to start.
    const refuse =
      'export const resolve = (name, context, next) => { if (name.includes("open-telemetry")) throw new Error("tracing is loaded"); return next(name, context); };';
    const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(refuse))});`;
    const environment = { NODE_OPTIONS: `--import=${dataUrl(register)}` };
    expect((await start(environment)).output()).not.toContain('tracing is loaded');
    const traced = await runServer({
      ...environment,
      PERFUSE_DATA_DIR: path.join(directory, 'traced'),
      PERFUSE_TRACES_URL: 'http://127.0.0.1:9/v1/traces',
    });
    expect(traced.code).toBe(1);
    expect(traced.output).toContain('tracing is loaded');
  });

  it('leaves no draft of the keys behind when they cannot be written', async () => {
    const main = path.join(await bundledServer(), 'main.mjs');
    const words = [process.execPath, main, '--write-secrets', path.join(directory, 'keys.json')];
    // Files may not grow, as on a full disk.
    const { status } = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...words]);
    expect([status, await readdir(directory)]).toEqual([1, []]);
  });

  it('names the setting in one line when it cannot listen or use its folder', async () => {
    const { port } = new URL((await start()).origin);
    const PERFUSE_DATA_DIR = path.join(directory, 'other');
    const damaged = path.join(directory, 'damaged.json');
    await writeFile(damaged, '{');
    const taken = `another program listens on port ${port} of localhost. Stop it (ss -ltnp shows it), or set a free port.`;
    for (const [environment, reason] of [
      [{ PORT: port }, `PORT cannot be used: ${taken}`],
      [{ PERFUSE_METRICS_PORT: port }, `PERFUSE_METRICS_PORT cannot be used: ${taken}`],
      [{ HOST: '192.0.2.1' }, 'HOST cannot be used: 192.0.2.1 is not an address of this machine.'],
      [
        { HOST: 'no.such.invalid' },
        'HOST cannot be used: the name no.such.invalid cannot be resolved.',
      ],
      [
        { PERFUSE_DATA_DIR: '/dev/null' },
        'PERFUSE_DATA_DIR cannot be used: /dev/null is not a folder.',
      ],
      [
        { PERFUSE_SECRETS_FILE: damaged },
        `${damaged} is damaged. Restore it from a backup; without it, all tokens become invalid.`,
      ],
      // Docker creates a folder where a mounted file is missing.
      [
        { PERFUSE_SECRETS_FILE: directory },
        `PERFUSE_SECRETS_FILE cannot be used: ${directory} is a folder.`,
      ],
    ] as const) {
      expect(await runServer({ PERFUSE_DATA_DIR, ...environment })).toEqual({
        code: 1,
        output: `Perfuse could not start: ${reason}\n`,
      });
    }
    expect(await runServer({}, ['--write-secrets', directory])).toEqual({
      code: 1,
      output: `The secrets could not be written: PERFUSE_SECRETS_FILE cannot be used: ${directory} is a folder.\n`,
    });
  });
});
