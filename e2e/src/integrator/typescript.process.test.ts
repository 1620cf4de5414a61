// SPDX-License-Identifier: Apache-2.0
/** The TypeScript example: its types generated again and checked, and the program run against a server. */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { measurementSchema, registerLicenseAnswer } from '@perfuse/contract/analysis/schemas';
import { integrator } from '@perfuse/server/testing/integrator';
import { measure } from '@perfuse/server/testing/people';
import { startServer, temporaryFolder, type TestServer } from '@perfuse/server/testing/server';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const EXAMPLE = path.join(CHECKOUT, 'examples/typescript');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it('has the types that generate.mjs generates', async () => {
  const folder = await temporaryFolder();
  const made = path.join(folder, 'analysis.ts');
  await run(process.execPath, [path.join(EXAMPLE, 'generate.mjs'), server.origin, '--out', made]);
  const present = await readFile(path.join(EXAMPLE, 'src/analysis.ts'), 'utf8');
  expect(await readFile(made, 'utf8')).toBe(present);
  await rm(folder, { recursive: true });
});

it('type-checks', async () => {
  const compiler = path.join(CHECKOUT, 'node_modules/.bin/tsc');
  const { stdout } = await run(compiler, ['-p', EXAMPLE]);
  expect(stdout).toBe('');
});

it('prints its usage', async () => {
  const words = ['scripts/run.mjs', 'examples/typescript/src/main.ts', '--help'];
  const { stdout } = await run(process.execPath, words, { cwd: CHECKOUT });
  expect(stdout).toContain('PERFUSE_LICENCE_KEY');
});

it('registers a device, prints its measurements, and reports the code of a refusal', async () => {
  const program = (environment: NodeJS.ProcessEnv) => {
    const words = ['scripts/run.mjs', 'examples/typescript/src/main.ts', server.origin];
    return run(process.execPath, words, {
      cwd: CHECKOUT,
      env: { ...process.env, ...environment },
    });
  };
  const { licenceKey, studyId } = await integrator(server, {});
  const made = await program({ PERFUSE_LICENCE_KEY: licenceKey });
  const { Token: token } = registerLicenseAnswer.parse(JSON.parse(made.stdout));
  expect((await program({ PERFUSE_TOKEN: token })).stdout).toBe('');
  const id = await measure(server, token, { StudyID: studyId });
  const listed = await program({ PERFUSE_TOKEN: token });
  const { ID, Results: results } = measurementSchema.parse(JSON.parse(listed.stdout));
  expect(ID).toBe(id);
  expect(Object.keys(results).length).toBeGreaterThan(0);
  await expect(program({ PERFUSE_TOKEN: 'wrong' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('401 INVALID_TOKEN') as unknown,
  });
});
