// SPDX-License-Identifier: Apache-2.0
/** Detects that a store has no space left, and when it has some again. */
import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/**
 * SQLite's codes (the second if a limit of the file system or the process is the cause), and PostgreSQL's disk_full
 * (SQLSTATE 53100).
 */
const FULL: ReadonlySet<unknown> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', '53100']);

/** Whether a write failed for lack of space: a retry may succeed. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && FULL.has(Reflect.get(error, 'code'));

/** There is no space left to write to. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
  constructor() {
    super('There is no space left for the database.');
  }
}

/** About the size of some chunks with their results, bytes of text. */
const PROBE_BYTES = 128 * 1024;
const PROBE = '(space)';

/** Writes and deletes some data. @throws whatever the store throws when it has no space. */
async function probe(database: Database): Promise<void> {
  // Random, because PostgreSQL compresses anything else.
  const holder = randomBytes(PROBE_BYTES / 2).toString('hex');
  await database.transaction().execute(async (db) => {
    await db.deleteFrom('leader_leases').where('name', '=', PROBE).execute();
    await db.insertInto('leader_leases').values({ name: PROBE, holder, held_until: 0 }).execute();
    await db.deleteFrom('leader_leases').where('name', '=', PROBE).execute();
  });
}

/** Interval of the checks for space without writes, ms. */
const PROBE_EVERY_MS = 60_000;

/** Remembers that a write failed for lack of space, until one succeeds again. */
export class SpaceWatch {
  readonly #monotonic: () => number;
  #isFull = false;
  #probing: Promise<void> | undefined;
  #probedAt = Number.NEGATIVE_INFINITY;

  /** @param monotonic a clock that cannot be set, ms. */
  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** Called with every failure of the store. */
  readonly note = (error: unknown): void => {
    if (isStorageFull(error)) this.#isFull = true;
  };

  #probe(database: Database): Promise<void> {
    this.#probedAt = this.#monotonic();
    this.#probing ??= probe(database).finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  /**
   * Readiness check. While there is space, one write a minute checks that there still is, without delaying the caller:
   * an unused server would otherwise find out from the first person it refuses.
   * @throws StorageFullError
   */
  async check(database: Database): Promise<void> {
    if (!this.#isFull) {
      if (this.#monotonic() - this.#probedAt >= PROBE_EVERY_MS)
        this.#probe(database).catch(this.note);
      return;
    }
    try {
      await this.#probe(database);
    } catch (error) {
      throw isStorageFull(error) ? new StorageFullError() : error;
    }
    this.#isFull = false;
  }
}
