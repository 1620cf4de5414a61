// SPDX-License-Identifier: Apache-2.0
/** What operators rely on: metrics, readiness, and a stop that lets people finish. */
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from '@perfuse/testing/client';
import { exchange, statusOf, wireOf } from '@perfuse/testing/hostile-requests';
import { begin, expectWhole, send } from '@perfuse/testing/measuring';
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

  it('counts what it does under the patterns of routes, on the port of the operator alone', async () => {
    const person = await begin(server);
    await send(person, 0);
    await expectWhole(person.socket);
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

  it('is not ended by whoever asks the port of the operator for what is no address', async () => {
    for (const address of ['//', '///', '/%', '//[', '/\\']) {
      const { port } = new URL(operator);
      const answer = await exchange(Number(port), wireOf({ method: 'GET', address }));
      expect([address, statusOf(answer)]).toEqual([address, expect.toBeOneOf([400, 404])]);
    }
    expect(await ask('/health/ready')).toMatchObject({ status: 200 });
    expect((await call(server, 'GET', '/health/ready')).status).toBe(200);
    expect(server.child.exitCode).toBeNull();
  });

  it('that is asked to stop lets a measurement finish, takes no new one, and then ends', async () => {
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
    await expectWhole(person.socket);
    expect(await server.exited, server.output()).toBe(0);
  });

  it('says in one line that its database cannot be reached', async () => {
    const { code, output } = await runServer({
      PERFUSE_DATA_DIR: directory,
      DATABASE_URL: 'postgres://perfuse:hunter2@127.0.0.1:9/perfuse',
    });
    expect({ code, output }).toEqual({
      code: 1,
      output: 'Perfuse could not start: The database that DATABASE_URL names cannot be reached.\n',
    });
  });
});
