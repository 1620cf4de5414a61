// SPDX-License-Identifier: Apache-2.0
/** An installation moves from SQLite to PostgreSQL and back, by the operator's command, and is backed up and restored. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSecrets, readSecrets, secretsId } from '../crypto/secrets.ts';
import { bundledServer } from '../../testing/bundled.ts';
import { done, refused, runCommand } from '../../testing/command.ts';
import { person, signIn } from '../../testing/people.ts';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { writeRows } from '../../testing/rows-of-every-table.ts';
import { emptyDatabase, newDatabase } from '../../testing/run.ts';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
import { openFile } from '../storage/offline.ts';
import { countRows, tablesInOrder, type Counts } from '../storage/copy.ts';
import { DATABASE_FILE } from '../storage/database.ts';
import { START_LOCK } from '../storage/shared-storage.ts';

const MAIL = JSON.stringify({ recipient: 'jo@example.org', subject: '漢字', body: '' });
const moved = z.object({ to: z.string(), rows: z.record(z.string(), z.int()) });
const anything = z.unknown();

describe.skipIf(withoutPostgres)('an installation', () => {
  let directory: string;
  let server: TestServer | undefined;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    directory = await temporaryFolder();
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const folder = (name: string): string => path.join(directory, name);
  const secrets = (): string => path.join(folder('sqlite'), 'secrets.json');
  /** A PostgreSQL database, with the secrets of the installation. */
  const shared = async (): Promise<NodeJS.ProcessEnv> => ({
    DATABASE_URL: await emptyDatabase(),
    PERFUSE_SECRETS_FILE: secrets(),
  });
  const stop = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };
  const MOVE = ['storage', 'move', '--to'];

  async function countsOf(name: string): Promise<Counts> {
    const database = openFile(path.join(folder(name), DATABASE_FILE));
    const counts = await countRows(database, await tablesInOrder(database));
    await database.destroy();
    return counts;
  }

  /** Writes a row into every table, in addition to the server's own. */
  async function furnish(name: string): Promise<void> {
    const database = openFile(path.join(folder(name), DATABASE_FILE));
    const tables = await tablesInOrder(database);
    await writeRows(
      database,
      // The server's start has written one.
      tables.filter((table) => table !== 'installations'),
      { jobs: { kind: 'mail', state: 'held', payload: MAIL } },
    );
    await database.destroy();
  }

  it('moves to PostgreSQL with every row, once no server uses it', async () => {
    server = await startServer({ directory: folder('sqlite') });
    const { email } = await person(server);
    environment = await shared();
    const options = { directory: folder('sqlite'), environment };
    expect(await refused([...MOVE, 'postgres'], options)).toMatchObject({
      code: 'FOLDER',
      message: expect.stringContaining('A server is using') as unknown,
    });
    await stop();
    await furnish('sqlite');
    const before = await countsOf('sqlite');
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);

    const { rows } = await done(moved, [...MOVE, 'postgres'], options);
    expect(rows).toEqual(before);
    expect(await countsOf('sqlite')).toEqual(before);
    expect(await refused([...MOVE, 'postgres'], options)).toMatchObject({
      message: expect.stringContaining('is not empty') as unknown,
    });
    server = await startServer({ directory: folder('external'), environment });
    expect(await signIn(server, email)).toMatchObject({ status: 200 });
  });

  it('is backed up while a server on PostgreSQL runs, and restored into either database', async () => {
    const file = folder('moved.backup');
    const options = { directory: folder('external'), environment };
    await done(anything, ['backup', file], options);
    expect(await done(anything, ['status'], options)).toMatchObject({
      isServed: true,
      servers: 1,
      database: expect.stringMatching(/^PostgreSQL at [^@]+$/) as unknown,
    });
    const restored = await shared();
    await done(anything, ['restore', file], { directory: folder('third'), environment: restored });
    expect(
      await refused(['restore', file], { directory: folder('third'), environment: restored }),
    ).toMatchObject({ message: expect.stringContaining('is not empty') as unknown });

    const others = { ...(await shared()), PERFUSE_SECRETS_FILE: folder('new/secrets.json') };
    await done(anything, ['init'], { directory: folder('new'), environment: others });
    expect(
      await refused(['restore', file], { directory: folder('new'), environment: others }),
    ).toMatchObject({ message: expect.stringContaining('contains different secrets') as unknown });

    await done(anything, ['restore', file], { directory: folder('back') });
    expect((await readdir(folder('back'))).sort()).toEqual(
      expect.arrayContaining([DATABASE_FILE, 'secrets.json']),
    );

    const client = new pg.Client({ connectionString: restored['DATABASE_URL'] });
    await client.connect();
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from users');
    await client.end();
    expect(rows).toEqual([{ n: (await countsOf('back'))['users'] }]);
  });

  /** Ends a restore with SIGTERM while it waits for a lock that a test holds. @returns the file of its keys. */
  async function interruptedRestore(name: string, holder: pg.Client, url: string): Promise<string> {
    const keys = folder(`${name}/secrets.json`);
    const program = path.join(await bundledServer(), 'perfuse.mjs');
    const child = spawn(process.execPath, [program, 'restore', folder('moved.backup')], {
      env: { DATABASE_URL: url, PERFUSE_SECRETS_FILE: keys },
    });
    const ended = once(child, 'close');
    const waiting = `select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`;
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
    child.kill('SIGTERM');
    await ended;
    expect(child.exitCode).toBe(143);
    return keys;
  }

  it('gets no keys from a restore that is interrupted before its rows are written', async () => {
    const url = await emptyDatabase();
    const starting = new pg.Client({ connectionString: url });
    await starting.connect();
    await starting.query(`select pg_advisory_lock(${String(START_LOCK)})`);
    const keys = await interruptedRestore('waiting', starting, url);
    await starting.end();
    expect(existsSync(keys)).toBe(false);
  });

  it('keeps the keys of a restore that is interrupted while PostgreSQL commits its rows', async () => {
    const url = await newDatabase();
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query(`select pg_advisory_lock(1);
      create function wait_to_commit() returns trigger language plpgsql
        as 'begin perform pg_advisory_xact_lock(1); return null; end';
      create constraint trigger wait_to_commit after insert on installations
        deferrable initially deferred for each row execute function wait_to_commit()`);
    const keys = await interruptedRestore('committing', holder, url);
    await holder.query('select pg_advisory_unlock(1)');
    await expect
      .poll(async () => (await holder.query('select from installations')).rowCount)
      .toBe(1);
    await holder.end();
    expect(existsSync(keys)).toBe(true);
  });

  it('refuses commands that do not have its keys', async () => {
    const [url, file] = [environment['DATABASE_URL'], folder('foreign.backup')];
    const without = { directory: folder('keyless'), environment: { DATABASE_URL: url } };
    await mkdir(folder('keyless'));
    for (const words of [['status'], ['backup', file]]) {
      expect(await refused(words, without)).toMatchObject({
        message: expect.stringContaining('PERFUSE_SECRETS_FILE') as unknown,
      });
    }
    expect(await readdir(folder('keyless'))).toEqual([]);
    await loadSecrets(folder('keyless'));
    expect(await refused(['webhook', 'rotate'], without)).toMatchObject({
      message: expect.stringContaining('do not match the database') as unknown,
    });
    expect(await refused(['backup', file], without)).toMatchObject({ code: 'FOLDER' });
    expect(await readdir(directory)).not.toContain('foreign.backup');
  });

  it('is restored on a new machine, with its keys', async () => {
    const file = folder('moved.backup');
    const bare = { DATABASE_URL: await emptyDatabase() };
    const options = { directory: folder('bare'), environment: bare };
    const keys = path.join(folder('bare'), 'secrets.json');
    expect(await done(anything, ['restore', file], options)).toMatchObject({ secretsFile: keys });
    expect(await done(anything, ['status'], options)).toMatchObject({ isServed: false });
    expect(secretsId(await readSecrets(keys))).toBe(secretsId(await readSecrets(secrets())));
    const again = { directory: folder('again'), environment: bare };
    expect(await refused(['restore', file], again)).toMatchObject({ code: 'FOLDER' });
    expect(await readdir(folder('again'))).toEqual([]);
  });

  it('moves back to SQLite, once no server uses PostgreSQL', async () => {
    const options = { directory: folder('home'), environment };
    expect(await refused([...MOVE, 'sqlite'], options)).toMatchObject({
      code: 'FOLDER',
      message: expect.stringContaining('Stop every server first') as unknown,
    });
    expect(await readdir(directory)).not.toContain('home');
    await stop();
    // Left by a move that was killed.
    await mkdir(folder(`home/${DATABASE_FILE}.partial-abcdef`), { recursive: true });
    const { rows } = await done(moved, [...MOVE, 'sqlite'], options);
    expect(await countsOf('home')).toEqual(rows);
    expect(await refused([...MOVE, 'sqlite'], options)).toMatchObject({
      message: expect.stringContaining('already contains a database') as unknown,
    });
    expect((await readdir(folder('home'))).filter((name) => name.includes('partial'))).toEqual([]);
    const { DATABASE_URL } = environment;
    const elsewhere = { directory: folder('house'), environment: { DATABASE_URL } };
    const { output } = await runCommand([...MOVE, 'sqlite'], elsewhere);
    expect(output).toContain('with PERFUSE_SECRETS_FILE set to the file of the earlier servers.');
    expect(await refused([...MOVE, 'sqlite'], { directory: folder('home') })).toMatchObject({
      code: 'USAGE',
    });
  });
});
