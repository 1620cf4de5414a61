// SPDX-License-Identifier: Apache-2.0
import type { Database } from './database.ts';

/** The queries of one subject. */
export abstract class Repository {
  protected readonly db: Database;
  /** ms since 1970. */
  protected readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }
}

/** Queries that also delete personal data. */
export abstract class ErasingRepository extends Repository {
  /** To be called after a deletion. */
  protected readonly erased: () => Promise<void>;

  constructor(db: Database, now: () => number, erased: () => Promise<void>) {
    super(db, now);
    this.erased = erased;
  }
}
