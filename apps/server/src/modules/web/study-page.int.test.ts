// SPDX-License-Identifier: Apache-2.0
/** The page of validation studies exists only where the operator switched it on. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { envVarsSchema } from '@perfuse/contract/backend/routes';
import { call } from '@perfuse/testing/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';

const BROWSER = { accept: 'text/html', 'sec-fetch-dest': 'document' };

describe.each([
  ['off', 404, undefined],
  ['on', 200, true],
])('with PERFUSE_STUDY=%s', (setting, status, told) => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = await temporaryFolder();
    const builds = ['consumer', 'enterprise'].map((edition) => path.join(folder, edition));
    for (const build of builds) {
      await mkdir(build);
      await writeFile(path.join(build, 'index.html'), '<!doctype html><title>app</title>');
    }
    const [consumer = '', enterprise = ''] = builds;
    server = await startServer({
      environment: { PERFUSE_STUDY: setting },
      webBuilds: [
        { directory: consumer, prefixes: ['/', '/app'] },
        { directory: enterprise, prefixes: ['/org'] },
      ],
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['/study', '/study/', '/study?x=1', '/%73tudy', '/Study', '/app/study', '/org/study'])(
    `%s is answered with ${String(status)} and the app, which says so`,
    async (address) => {
      const answer = await fetch(`${server.origin}${address}`, { headers: BROWSER });
      expect(answer.status).toBe(status);
      expect(await answer.text()).toContain('<title>app</title>');
    },
  );

  it('other pages are unaffected', async () => {
    for (const address of ['/', '/studying', '/results', '/org/results']) {
      const answer = await fetch(`${server.origin}${address}`, { headers: BROWSER });
      expect(answer.status, address).toBe(200);
    }
  });

  it('the app settings report it', async () => {
    const answer = await call(server, 'GET', '/api/env-vars');
    expect(envVarsSchema.parse(answer.body).study).toBe(told);
  });
});
