// SPDX-License-Identifier: Apache-2.0
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/server.ts';
import { DATABASE_FILE, type Database } from './database.ts';
import type { LogBounds } from './checkpoints.ts';
import { assertFolderIntegrity } from './integrity.ts';
import { openStorage, type EmbeddedStorageOptions } from './embedded-storage.ts';
import { LogFile } from './log-file.ts';
import { openOffline } from './offline.ts';
import type { Storage } from './storage.ts';
import { withoutFlush } from './transactions.ts';

const BYTES_PER_MB = 1024 * 1024;

/** Waits for this many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await turn();
}

describe('an acknowledged write of the embedded store', () => {
  let directory: string;
  let storage: Storage;
  const inFolder = (name: string): string => path.join(directory, name);
  const openWith = async (options: EmbeddedStorageOptions): Promise<Database> => {
    storage = await openStorage(inFolder('store'), options);
    return storage.database;
  };

  beforeEach(async () => {
    directory = await temporaryFolder();
  });
  afterEach(async () => {
    await storage.close();
    await rm(directory, { recursive: true, force: true });
  });

  const insert = (db: Database, id: string, name = '') =>
    db.insertInto('organisations').values({ id, name, created_at: 0 }).execute();
  const add = (db: Database, id: string) => db.transaction().execute((on) => insert(on, id));
  const idsOf = (db: Database) => db.selectFrom('organisations').select('id').execute();

  /** A disk that, on request, holds flushes until they are released. */
  function slowDisk() {
    let isHeld = false;
    let flushes = 0;
    let release: () => void = () => undefined;
    let released = Promise.resolve();
    return {
      flushing: async (flush: () => Promise<void>): Promise<void> => {
        flushes += 1;
        await flush();
        if (isHeld) await released;
      },
      hold: () => {
        isHeld = true;
        flushes = 0;
        released = new Promise((resolve) => {
          release = resolve;
        });
      },
      release: () => {
        isHeld = false;
        release();
      },
      flushes: () => flushes,
    };
  }

  it.each<[string, (db: Database) => Promise<unknown>]>([
    ['a transaction that writes', (db) => add(db, 'b')],
    ['a write outside of one', (db) => insert(db, 'b')],
    [
      'a transaction that only reads what another one wrote',
      (db) => db.transaction().execute(idsOf),
    ],
    [
      'a transaction that refuses',
      (db) =>
        db
          .transaction()
          .execute(async (on) => {
            await idsOf(on);
            throw new Error('refused');
          })
          .catch(() => undefined),
    ],
  ])('is flushed before it is acknowledged: %s', async (_name, work) => {
    const disk = slowDisk();
    const db = await openWith({ flushing: disk.flushing });
    disk.hold();
    const ended: string[] = [];
    const first = add(db, 'a').then(() => void ended.push('first'));
    const second = work(db).then(() => void ended.push('second'));
    // Plain reads do not wait, and see data that is not flushed yet.
    while ((await idsOf(db)).length === 0) await turn();
    await turns(20);
    expect(ended).toEqual([]);
    disk.release();
    await Promise.all([first, second]);
    expect(ended).toHaveLength(2);
  });

  it('waits for no flush where a restart would do it again, and is part of the next one', async () => {
    const disk = slowDisk();
    const db = await openWith({ flushing: disk.flushing });
    disk.hold();
    await db.transaction().execute(async (on) => {
      await withoutFlush(on);
      await insert(on, 'again');
    });
    expect(disk.flushes()).toBe(0);
    const ended: string[] = [];
    const next = add(db, 'next').then(() => void ended.push('next'));
    while (disk.flushes() === 0) await turn();
    await turns(20);
    expect(ended).toEqual([]);
    disk.release();
    await next;
    expect(await idsOf(db)).toHaveLength(2);
  });

  it('shares one flush with all that commit while another flush runs', async () => {
    const disk = slowDisk();
    const db = await openWith({ flushing: disk.flushing });
    disk.hold();
    const first = add(db, 'first');
    while (disk.flushes() === 0) await turn();
    const others = Promise.all(Array.from({ length: 100 }, (_, at) => add(db, String(at))));
    while ((await idsOf(db)).length < 101) await turn();
    disk.release();
    await Promise.all([first, others]);
    expect(disk.flushes()).toBe(2);
  });

  it('is impossible after a failed flush', async () => {
    let fails = false;
    const lost: unknown[] = [];
    const db = await openWith({
      flushing: (flush) => (fails ? Promise.reject(new Error('EIO')) : flush()),
      onLost: (error) => lost.push(error.cause),
    });
    await storage.check();
    fails = true;
    await expect(add(db, 'a')).rejects.toThrow('did not confirm');
    fails = false;
    await expect(add(db, 'b')).rejects.toThrow('did not confirm');
    await expect(storage.check()).rejects.toThrow('did not confirm');
    expect(lost).toEqual([new Error('EIO')]);
  });

  /** The log is written back every few commits, and restarts about every twenty. */
  const SMALL: LogBounds = { step: 16, limit: 64 };
  const PAYLOAD = 'x'.repeat(8 * 1024);
  const LOG = `${DATABASE_FILE}-wal`;

  /**
   * The least that a power cut leaves: the files as they were when a flush began, or what SQLite itself flushed since.
   * Everything acknowledged before the next flush ends must be in it.
   */
  class PowerCuts {
    readonly acknowledged = new Set<string>();
    readonly #cuts: { readonly folder: string; promised: readonly string[] }[] = [];
    readonly generations = new Set<string>();
    readonly #torn: number;

    /** @param torn bytes of later writes that also reached the disk. */
    constructor(torn: number) {
      this.#torn = torn;
    }

    readonly flushing = async (flush: () => Promise<void>): Promise<void> => {
      const folder = inFolder(`cut-${String(this.#cuts.length)}`);
      mkdirSync(folder);
      copyFileSync(inFolder(`store/${DATABASE_FILE}`), path.join(folder, DATABASE_FILE));
      const flushed = readFileSync(inFolder(`store/${LOG}`));
      await flush();
      await turns(6);
      const now = readFileSync(inFolder(`store/${LOG}`));
      writeFileSync(path.join(folder, LOG), this.#tear(flushed, now));
      this.generations.add(flushed.toString('hex', 16, 24));
      this.promise();
      this.#cuts.push({ folder, promised: [] });
    };

    #tear(flushed: Buffer, now: Buffer): Buffer {
      const isSameLog = flushed.subarray(0, 32).equals(now.subarray(0, 32));
      if (this.#torn === 0 || !isSameLog) return flushed;
      const at = now.findIndex((byte, index) => byte !== flushed[index]);
      if (at < 0) return flushed;
      const after = now.subarray(at, at + this.#torn);
      return Buffer.concat([flushed.subarray(0, at), after, flushed.subarray(at + after.length)]);
    }

    /** From now on the last cut must contain everything acknowledged so far. */
    promise(): void {
      const last = this.#cuts.at(-1);
      if (last !== undefined) last.promised = [...this.acknowledged];
    }

    /** @returns the ids that are missing after each cut. */
    async losses(): Promise<readonly string[]> {
      const lost: string[] = [];
      for (const { folder, promised } of this.#cuts) {
        await assertFolderIntegrity(folder);
        const { database, close } = await openOffline(folder);
        const there = new Set((await idsOf(database)).map(({ id }) => id));
        await close();
        lost.push(...promised.filter((id) => !there.has(id)));
      }
      return lost;
    }
  }

  it.each([0, 1000, 20_000])(
    'survives a power cut, whatever else reached the disk: %i bytes',
    async (torn) => {
      const power = new PowerCuts(torn);
      const db = await openWith({ flushing: power.flushing, bounds: SMALL });
      const person = async (name: number): Promise<void> => {
        for (let chunk = 0; chunk < 6; chunk += 1) {
          const id = `${String(name)}-${String(chunk)}`;
          // Each person writes at a different pace, so that some commit while a flush runs.
          await turns(name);
          await db.transaction().execute((on) => insert(on, id, PAYLOAD));
          power.acknowledged.add(id);
        }
      };
      await Promise.all(Array.from({ length: 12 }, (_, name) => person(name)));
      power.promise();
      expect(power.acknowledged.size).toBe(72);
      expect(power.generations.size).toBeGreaterThan(1);
      expect(await power.losses()).toEqual([]);
    },
  );

  it('waits for another process that writes without blocking the event loop', async () => {
    const db = await openWith({});
    const command = new Libsql(inFolder(`store/${DATABASE_FILE}`));
    command.exec('begin immediate');
    const ended: string[] = [];
    const transaction = add(db, 'a').then(() => void ended.push('transaction'));
    const write = insert(db, 'b').then(() => void ended.push('write'));
    await turns(100);
    expect(ended).toEqual([]);
    command.exec('commit');
    command.close();
    await Promise.all([transaction, write]);
    expect(await idsOf(db)).toHaveLength(2);
  });

  it('keeps the write-ahead log within bounds, without being lost', async () => {
    const problems: unknown[] = [];
    const db = await openWith({ onError: (error) => problems.push(error), bounds: SMALL });
    let largest = 0;
    for (let at = 0; at < 500; at += 1) {
      await insert(db, String(at), PAYLOAD);
      largest = Math.max(largest, (await stat(inFolder(`store/${LOG}`))).size);
    }
    expect(problems).toEqual([]);
    // 6 MB were written; the file holds at most twice the limit of 256 KiB, and what either side was about to write.
    expect(largest).toBeLessThan(BYTES_PER_MB);
    expect(await idsOf(db)).toHaveLength(500);
  });

  it('is checkpointed once no other process reads, which empties the write-ahead log', async () => {
    const db = await openWith({});
    const file = inFolder(`store/${DATABASE_FILE}`);
    await insert(db, 'a', 'secret');
    const reader = new Libsql(file);
    reader.exec('begin');
    reader.prepare('select * from organisations').all();
    await insert(db, 'b');
    await expect(storage.overwriteDeleted()).rejects.toThrow('in use');
    reader.exec('commit');
    reader.close();
    await storage.overwriteDeleted();
    expect((await stat(`${file}-wal`)).size).toBe(0);
    await insert(db, 'c');
    expect(await idsOf(db)).toHaveLength(3);
  });

  it('counts towards the size of the log only in its current generation, not the whole file', async () => {
    const db = await openWith({});
    const file = inFolder(`store/${DATABASE_FILE}`);
    await storage.overwriteDeleted();
    const log = new LogFile(file);
    try {
      expect(log.exceeds(0)).toBe(false);
      await insert(db, 'a', 'x'.repeat(BYTES_PER_MB));
      const longer = (...frames: number[]): boolean[] => frames.map((than) => log.exceeds(than));
      expect(longer(0, 256, 300)).toEqual([true, true, false]);
      const before = log.generation();
      // The whole log is in the database: the next write begins at the start of its file.
      await sql`pragma wal_checkpoint(passive)`.execute(db);
      await insert(db, 'b');
      expect(log.generation()).not.toBe(before);
      expect(longer(0, 256)).toEqual([true, false]);
      expect((await stat(`${file}-wal`)).size).toBeGreaterThan(BYTES_PER_MB);
    } finally {
      log.close();
    }
  });
});
