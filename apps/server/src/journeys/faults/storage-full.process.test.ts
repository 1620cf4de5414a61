// SPDX-License-Identifier: Apache-2.0
/** What happens to measurements when there is no space left to store them: a quota on SQLite, SQLSTATE 53100 on PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../../platform/storage/offline.ts';
import { DATABASE_FILE } from '../../platform/storage/database.ts';
import { realWorker } from '../../testing/bundled.ts';
import { actionOf } from '@perfuse/testing/chunks';
import { call } from '@perfuse/testing/client';
import {
  begin,
  expectAllResults,
  payloads,
  send,
  sendOne,
  type Person,
} from '@perfuse/testing/measuring';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { newDatabase } from '../../testing/run.ts';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

interface Store {
  readonly environment: NodeJS.ProcessEnv;
  /** Fills all the space. */
  readonly fill: () => Promise<void>;
  /** Fills only the space for results, if that is possible. */
  readonly fillResults?: () => Promise<void>;
  readonly free: () => Promise<void>;
}

/** The quota applies to the server's connection only: another connection fills all that is left. */
function onSqlite(directory: string): Promise<Store> {
  const filler = async (work: 'fill' | 'free'): Promise<void> => {
    const database = openFile(path.join(directory, DATABASE_FILE));
    if (work === 'free') await database.deleteFrom('leader_leases').execute();
    else {
      for (let at = 0; at < 24; at += 1) {
        const values = {
          name: String(at),
          holder: randomBytes(65_536).toString('hex'),
          held_until: 0,
        };
        await database.insertInto('leader_leases').values(values).execute();
      }
    }
    await database.destroy();
  };
  return Promise.resolve({
    environment: { PERFUSE_DATABASE_MAX_MB: '2' },
    fill: () => filler('fill'),
    free: () => filler('free'),
  });
}

/** A real disk cannot be filled here; a trigger raises PostgreSQL's error for a full disk. */
async function onPostgres(directory: string): Promise<Store> {
  const url = await newDatabase();
  const run = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  const tables = ['chunks', 'results', 'leader_leases'];
  const fill = (full: readonly string[]): Promise<void> =>
    run(`create or replace function full_disk() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '53100', message = 'could not extend file'; end $$;
      ${full.map((table) => `create trigger full_disk before insert on ${table} execute function full_disk();`).join('\n')}`);
  return {
    environment: { DATABASE_URL: url, PERFUSE_SECRETS_FILE: path.join(directory, 'secrets.json') },
    fill: () => fill(tables),
    fillResults: () => fill(['results']),
    free: () =>
      run(tables.map((table) => `drop trigger if exists full_disk on ${table};`).join('\n')),
  };
}

const stores: readonly [string, (directory: string) => Promise<Store>, boolean][] = [
  ['SQLite', onSqlite, false],
  ['PostgreSQL', onPostgres, withoutPostgres],
];

for (const [name, open, isLeftOut] of stores) {
  describe.skipIf(isLeftOut)(`a full disk under ${name}`, () => {
    let directory: string;
    let store: Store;
    let server: TestServer;
    beforeAll(async () => {
      directory = await temporaryFolder();
      store = await open(directory);
      server = await startServer({
        directory,
        workerFile: await realWorker(),
        environment: { PERFUSE_WORKERS: '1', ...store.environment },
      });
    });
    afterAll(async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    });
    const readiness = async (): Promise<number> =>
      (await call(server, 'GET', '/health/ready')).status;
    const post = ({ id, token }: Person, at: number) =>
      call(server, 'POST', `/analysis/measurements/${id}/data`, {
        token,
        body: { Action: actionOf(at, payloads.length), Payload: payloads[at] },
      });

    it('refuses chunks with 503, loses no acknowledged one, and continues once there is space', async () => {
      const person = await begin(server);
      await send(person, 0, 2);
      await store.fill();
      expect(await sendOne(person, 2)).toBe(503);
      const refused = await post(person, 2);
      expect(refused).toMatchObject({
        status: 503,
        body: {
          Code: 'SERVICE_UNAVAILABLE',
          Message: expect.stringContaining('no space left') as unknown,
        },
      });
      expect(refused.headers.get('retry-after')).toBe('2');
      expect(await readiness()).toBe(503);
      expect((await call(server, 'GET', '/health/live')).status).toBe(200);
      // Existing data can still be read.
      expect(
        await call(server, 'GET', `/analysis/measurements/${person.id}`, { token: person.token }),
      ).toMatchObject({ status: 200 });
      await store.free();
      await until(async () => ((await readiness()) === 200 ? true : undefined), 'readiness');
      await send(person, 2);
      await expectAllResults(person.socket);
    });

    // On SQLite results may just fit into the pages that are left when a chunk does not.
    if (name !== 'PostgreSQL') return;
    it('retries an analysis whose result cannot be stored until there is space', async () => {
      const person = await begin(server);
      await store.fillResults?.();
      const before = server.log.length;
      await send(person, 0, 2);
      const heldUp = () =>
        server.log.slice(before).filter((line) => line.includes('analysis is interrupted'));
      await until(() => (heldUp().length >= 5 ? true : undefined), 'held-up tries');
      await store.free();
      await send(person, 2);
      await expectAllResults(person.socket);
    });
  });
}
