// SPDX-License-Identifier: Apache-2.0
/** What operators rely on: metrics, readiness, and a stop that lets people finish. */
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from '@perfuse/contract/schema';
import { call, guest } from '@perfuse/testing/client';
import { exchange, statusOf, wireOf } from '@perfuse/testing/hostile-requests';
import { begin, expectAllResults, send } from '@perfuse/testing/measuring';
import { done } from '../testing/command.ts';
import { runServer, startProcess, type ServerProcess } from '../testing/process.ts';
import { temporaryFolder } from '../testing/server.ts';

describe('a server in operation', () => {
  let directory: string;
  let server: ServerProcess;
  let operator: string;

  beforeEach(async () => {
    directory = await temporaryFolder();
    server = await startProcess({ PERFUSE_DATA_DIR: directory, PERFUSE_METRICS_PORT: '0' });
    operator = /^Metrics and health on (\S+)\/metrics$/m.exec(server.output())?.[1] ?? 'none';
  });
  afterEach(async () => {
    server.child.kill('SIGKILL');
    await server.exited;
    await rm(directory, { recursive: true, force: true });
  });
  const ask = async (path: string) => {
    const response = await fetch(`${operator}${path}`);
    return { status: response.status, text: await response.text() };
  };

  it('serves metrics by route pattern, on the operator port only', async () => {
    const person = await begin(server);
    await send(person, 0);
    await expectAllResults(person.socket);
    await call(server, 'GET', `/analysis/measurements/${person.id}`, { token: person.token });
    const { text } = await ask('/metrics');
    expect(text).toContain('perfuse_chunks_total 6');
    expect(text).toContain('perfuse_analysis_seconds_count{outcome="answered"} 6');
    expect(text).toContain('perfuse_analysis_seconds_count{outcome="failed"} 0');
    expect(text).toContain('perfuse_sockets 1');
    expect(text).toMatch(
      /perfuse_http_request_seconds_count\{method="GET",route="\/analysis\/measurements\/:\w+",status="200"\} 1/,
    );
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain(person.id);
    expect(await ask('/health/ready')).toMatchObject({ status: 200 });
    expect(await ask('/external')).toMatchObject({ status: 404 });
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404);
  });

  it('survives malformed addresses on the operator port', async () => {
    for (const address of ['//', '///', '/%', '//[', '/\\']) {
      const { port } = new URL(operator);
      const answer = await exchange(Number(port), wireOf({ method: 'GET', address }));
      expect([address, statusOf(answer)]).toEqual([address, expect.toBeOneOf([400, 404])]);
    }
    expect(await ask('/health/ready')).toMatchObject({ status: 200 });
    expect((await call(server, 'GET', '/health/ready')).status).toBe(200);
    expect(server.child.exitCode).toBeNull();
  });

  it('that is stopped lets a measurement finish, accepts no new one, and then exits', async () => {
    const person = await begin(server);
    await send(person, 0, 2);
    server.child.kill('SIGTERM');
    await expect.poll(async () => (await ask('/health/ready')).status).toBe(503);
    const body = { StudyID: 'any' };
    const late = await call(server, 'POST', '/analysis/measurements', {
      token: person.token,
      body,
    });
    expect(late.status).toBe(503);
    await send(person, 2);
    await expectAllResults(person.socket);
    expect(await server.exited, server.output()).toBe(0);
  });

  it('shares its database with concurrent commands, also after a restart', async () => {
    const folder = { PERFUSE_DATA_DIR: directory };
    const here = { directory };
    const again = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
      server.child.kill(signal);
      await server.exited;
      server = await startProcess(folder);
    };
    await done(z.unknown(), ['organisation', 'create', 'acme', '--name', 'Acme'], here);
    await again('SIGTERM');
    // From these locks an exiting command knows that it is not the last user. Only Linux lists locks.
    if (process.platform === 'linux') {
      const { ino } = await stat(path.join(directory, 'perfuse.sqlite'));
      const held = (await readFile('/proc/locks', 'utf8'))
        .split('\n')
        .filter((lock) => lock.includes(` ${String(server.child.pid)} `))
        .filter((lock) => lock.includes(`:${String(ino)} `));
      expect(held).not.toEqual([]);
    }
    for (const id of ['acme-one', 'acme-two', 'acme-three']) {
      await done(z.unknown(), ['configuration', 'create', id, '-o', 'acme'], here);
      expect(await call(server, 'GET', `/api/config/${id}`)).toMatchObject({ status: 200 });
    }
    const { Token: token } = await guest(server);
    await again('SIGKILL');
    expect(await call(server, 'GET', '/analysis/auth', { token })).toMatchObject({ status: 200 });
  });

  it('reports an unreachable database in one line', async () => {
    const { code, output } = await runServer({
      PERFUSE_DATA_DIR: directory,
      DATABASE_URL: 'postgres://perfuse:hunter2@127.0.0.1:9/perfuse',
    });
    expect({ code, output }).toEqual({
      code: 1,
      output:
        'Perfuse could not start: DATABASE_URL cannot be used: PostgreSQL at 127.0.0.1:9/perfuse: connect ECONNREFUSED 127.0.0.1:9\n',
    });
  });
});
