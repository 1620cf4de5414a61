// SPDX-License-Identifier: Apache-2.0
import { chmod, cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, temporaryFolder } from '../../testing/server.ts';
import { DATABASE_FILE } from './database.ts';
import { openStorage } from './embedded-storage.ts';
import { FolderInUseError } from './lock.ts';
import { openOffline } from './offline.ts';

describe('the store', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await temporaryFolder();
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('reads what it wrote after a reopening', async () => {
    const first = await openStorage(directory);
    await first.database
      .insertInto('organisations')
      .values({ id: 'o', name: 'Ä"; drop table organisations', created_at: 1_800_000_000_000 })
      .execute();
    await first.close();
    const second = await openStorage(directory);
    const rows = await second.database
      .selectFrom('organisations')
      .select(['id', 'name', 'created_at'])
      .execute();
    await second.close();
    expect(rows).toEqual([
      { id: 'o', name: 'Ä"; drop table organisations', created_at: 1_800_000_000_000 },
    ]);
  });

  it('is fully checked when opened unless it is unchanged since a clean close', async () => {
    const store = path.join(directory, 'store');
    const file = path.join(store, DATABASE_FILE);
    let checks = 0;
    const start = (folder = store) => openStorage(folder, { onCheck: () => (checks += 1) });
    const startAndEnd = async (): Promise<number> => {
      checks = 0;
      await (await start()).close();
      return checks;
    };
    expect(await startAndEnd()).toBe(0);
    expect(await startAndEnd()).toBe(0);

    // As a killed process leaves it.
    const running = await start();
    const copy = path.join(directory, 'copy');
    await cp(store, copy, { recursive: true, preserveTimestamps: true });
    checks = 0;
    await (await start(copy)).close();
    expect(checks).toBe(1);
    await running.close();
    expect(await startAndEnd()).toBe(0);

    const { database, close } = await openOffline(store);
    await database
      .insertInto('organisations')
      .values({ id: 'o', name: '', created_at: 0 })
      .execute();
    await close();
    expect(await startAndEnd()).toBe(1);
    expect(await startAndEnd()).toBe(0);

    // The same bytes in another file.
    await cp(file, `${file}.new`, { preserveTimestamps: true });
    await rename(`${file}.new`, file);
    expect(await startAndEnd()).toBe(1);

    const whole = await readFile(file);
    await writeFile(file, Buffer.from(whole).fill(0x5a, 8192, whole.length - 4096));
    await expect(start()).rejects.toThrow('The database is damaged');
    await expect(start()).rejects.toThrow('The database is damaged');
  });

  it('can be opened by one process only', async () => {
    const first = await openStorage(directory);
    await expect(openStorage(directory)).rejects.toThrow(FolderInUseError);
    await first.close();
    await (await openStorage(directory)).close();
  });

  it('uses a write-ahead log, overwrites deleted rows and enforces foreign keys', async () => {
    const { database, close } = await openStorage(directory);
    const pragma = async (name: string): Promise<unknown> => {
      const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(database);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma('journal_mode')).toBe('wal');
    // Commits share a flush of the log: durability.int.test.ts.
    expect(await pragma('synchronous')).toBe(1);
    expect(await pragma('secure_delete')).toBe(1);
    const orphan = database
      .insertInto('studies')
      .values({
        id: 's',
        organisation_id: 'nobody',
        name: '',
        description: '',
        status: '',
        created_at: 0,
        updated_at: 0,
      })
      .execute();
    await expect(orphan).rejects.toThrow('FOREIGN KEY');
    await close();
  });

  it.each(['000', '022', '777'])(
    'creates files only its owner can access under umask %s, in an existing folder',
    async (umask) => {
      await chmod(directory, 0o755);
      const before = process.umask(Number.parseInt(umask, 8));
      const { database, close } = await openStorage(directory);
      const modes: [string, number][] = [];
      try {
        await database
          .insertInto('organisations')
          .values({ id: 'o', name: '', created_at: 0 })
          .execute();
        for (const name of await readdir(directory)) {
          modes.push([name, (await stat(path.join(directory, name))).mode & 0o777]);
        }
      } finally {
        process.umask(before);
        await close();
      }
      expect(modes.length).toBeGreaterThanOrEqual(4);
      expect(modes).toEqual(modes.map(([name]) => [name, 0o600]));
    },
  );

  it('restricts files that an earlier version left readable by others', async () => {
    await (await openStorage(directory)).close();
    const files = ['perfuse.sqlite', 'perfuse.sqlite-wal', 'server.lock'];
    for (const name of files) {
      await writeFile(path.join(directory, name), '', { flag: 'a' });
      await chmod(path.join(directory, name), 0o644);
    }
    const { close } = await openStorage(directory);
    for (const name of files) {
      expect([name, (await stat(path.join(directory, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
    await close();
  });

  it.each<[string, number]>([
    ['755', 1],
    ['700', 0],
  ])(
    'warns when a server starts if its folder is open to others: %s',
    async (mode: string, lines: number) => {
      await chmod(directory, Number.parseInt(mode, 8));
      const server = await startServer({ directory });
      await server.stop();
      expect(server.log.filter((line) => line.includes('chmod 0700'))).toHaveLength(lines);
    },
  );

  it('rolls back a transaction that throws, and runs the next one', async () => {
    const { database, close } = await openStorage(directory);
    const add = (id: string, fails: boolean) =>
      database.transaction().execute(async (db) => {
        await db.insertInto('organisations').values({ id, name: '', created_at: 0 }).execute();
        if (fails) throw new Error('changed my mind');
      });
    await expect(add('a', true)).rejects.toThrow('changed my mind');
    await add('b', false);
    const rows = await database.selectFrom('organisations').select('id').execute();
    expect(rows).toEqual([{ id: 'b' }]);
    await close();
  });
});
