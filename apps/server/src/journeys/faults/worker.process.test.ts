// SPDX-License-Identifier: Apache-2.0
/** What happens to measurements when their analysis thread dies, with the real engine. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realWorker } from '../../testing/bundled.ts';
import { begin, contents, expectAllResults, send } from '@perfuse/testing/measuring';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
import { faultyWorker, type FaultyWorker } from '@perfuse/testing/faulty-worker';

describe('an analysis worker that fails in the middle of a measurement', () => {
  let directory: string;
  let worker: FaultyWorker;
  let server: TestServer;
  beforeAll(async () => {
    directory = await temporaryFolder();
    worker = await faultyWorker(await realWorker(), directory);
    server = await startServer({
      workerFile: worker.file,
      environment: { PERFUSE_WORKERS: '2', PERFUSE_ANALYSIS_TIMEOUT_S: '6' },
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it.each(['throws', 'exits', 'hangs'] as const)(
    'and %s loses no result: its chunk is analysed again, and other measurements continue',
    async (trouble) => {
      const [person, bystander] = [await begin(server), await begin(server)];
      await send(person, 0, 2);
      await worker.next(trouble, 3);
      await send(person, 2, 3);
      await send(bystander, 0);
      await send(person, 3);
      await expectAllResults(bystander.socket);
      await expectAllResults(person.socket);
    },
  );

  it('and exits between two chunks does not change a byte of any result', async () => {
    const [person, other] = [await begin(server), await begin(server)];
    await send(other, 0);
    await send(person, 0, 2);
    await worker.next('exits', 3);
    await send(person, 2);
    expect(await contents(person.socket)).toEqual(await contents(other.socket));
  });
});
