// SPDX-License-Identifier: Apache-2.0
/**
 * Kysely's SQLite dialect without row locks, which SQLite neither has nor needs: its transactions run one at a time. With a
 * shared flush, whoever wrote or was in a transaction waits for it, after letting the next one have the connection.
 */
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type SelectModifierNode,
  type SqliteDatabase,
} from 'kysely';
import type { GroupFlush } from './group-flush.ts';

const ROW_LOCKS: ReadonlySet<string | undefined> = new Set([
  'ForUpdate',
  'ForNoKeyUpdate',
  'ForShare',
  'ForKeyShare',
  'NoWait',
  'SkipLocked',
]);

class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!ROW_LOCKS.has(node.modifier)) super.visitSelectModifier(node);
  }
}

/** SQLite undoes changes of the schema like any others: a migration that is cut short was never begun. */
class WithTransactionalSchema extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** What changes nothing. */
const READS = /^\s*select\b/i;
const ENDS = /^(?:begin|commit|rollback)$/;

class FlushingDriver extends SqliteDriver {
  readonly #use: { wrote: boolean; waits: boolean };
  readonly #flush: GroupFlush;

  constructor(database: SqliteDatabase, flush: GroupFlush) {
    const use = { wrote: false, waits: false };
    const prepare = (sql: string) => {
      if (!READS.test(sql)) {
        // Whoever only read, but in a transaction, may acknowledge what another one committed.
        use.waits = true;
        if (!ENDS.test(sql)) use.wrote = true;
      }
      return database.prepare(sql);
    };
    super({ database: { prepare, close: () => database.close() } });
    this.#use = use;
    this.#flush = flush;
  }

  override async releaseConnection(): Promise<void> {
    const { wrote, waits } = this.#use;
    this.#use.wrote = false;
    this.#use.waits = false;
    if (wrote) this.#flush.noteCommit();
    const durable = waits ? this.#flush.durable() : undefined;
    await Promise.all([super.releaseConnection(), durable]);
  }
}

export interface EmbeddedDialectOptions {
  readonly database: SqliteDatabase;
  /** By default each commit waits for the disk itself. */
  readonly flush?: GroupFlush;
}

export class EmbeddedDialect extends SqliteDialect {
  readonly #options: EmbeddedDialectOptions;

  constructor(options: EmbeddedDialectOptions) {
    super(options);
    this.#options = options;
  }

  override createDriver(): Driver {
    const { database, flush } = this.#options;
    return flush === undefined ? super.createDriver() : new FlushingDriver(database, flush);
  }

  override createAdapter(): DialectAdapter {
    return new WithTransactionalSchema();
  }

  override createQueryCompiler(): QueryCompiler {
    return new WithoutRowLocks();
  }
}
