// SPDX-License-Identifier: Apache-2.0
/**
 * Kysely's SQLite dialect without row locks, which SQLite neither has nor needs: its transactions run one at a time.
 * With a shared flush, writes and transactions wait for it after they have passed the connection on.
 */
import { setTimeout } from 'node:timers/promises';
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type QueryResult,
  type SelectModifierNode,
  type SqliteDatabase,
} from 'kysely';
import { codeOf } from '../telemetry/error-code.ts';
import type { GroupFlush } from './group-flush.ts';
import { BUSY_TIMEOUT_MS } from './sqlite.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import { NO_FLUSH } from './transactions.ts';

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

/** SQLite also rolls back changes of the schema: an interrupted migration leaves nothing behind. */
class WithTransactionalSchema extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Statements that change nothing. */
const READS = /^\s*select\b/i;
const ENDS = /^(?:begin|commit|rollback)$/;

/** What all users of one connection share. */
interface Sharing {
  readonly flush: GroupFlush;
  readonly queue: ConnectionQueue;
}

/** Wait between two tries to write while another process writes, ms. */
const BUSY_MS = 5;

/** Waits for another process that writes, such as an operator's command, without blocking the event loop. */
class WaitingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly streamQuery: DatabaseConnection['streamQuery'];

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
    this.streamQuery = connection.streamQuery.bind(connection);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const end = performance.now() + BUSY_TIMEOUT_MS;
    for (;;) {
      try {
        return await this.#connection.executeQuery<R>(query);
      } catch (error) {
        if (!codeOf(error).startsWith('SQLITE_BUSY') || performance.now() > end) throw error;
      }
      await setTimeout(BUSY_MS);
    }
  }
}

class FlushingDriver extends SqliteDriver {
  readonly #use = { wrote: false, waits: false, flushes: true };
  readonly #flush: GroupFlush;
  readonly #queue: ConnectionQueue;

  constructor(database: SqliteDatabase, { flush, queue }: Sharing) {
    const prepare = (sql: string) => {
      const use = this.#use;
      if (sql === NO_FLUSH) use.flushes = false;
      else if (!READS.test(sql)) {
        // A transaction that only read may acknowledge what another one committed.
        use.waits = true;
        if (!ENDS.test(sql)) use.wrote = true;
      }
      return database.prepare(sql);
    };
    super({ database: { prepare, close: () => database.close() } });
    this.#flush = flush;
    this.#queue = queue;
  }

  /** Kysely's own lock would wake every waiting caller each time it is free. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#queue.acquire();
    return new WaitingConnection(await super.acquireConnection());
  }

  override async releaseConnection(): Promise<void> {
    const { wrote, waits, flushes } = this.#use;
    Object.assign(this.#use, { wrote: false, waits: false, flushes: true });
    if (wrote) this.#flush.noteCommit();
    const durable = waits && flushes ? this.#flush.durable() : undefined;
    const released = super.releaseConnection();
    this.#queue.release();
    await Promise.all([released, durable]);
  }
}

export interface EmbeddedDialectOptions {
  readonly database: SqliteDatabase;
  /** By default each commit waits for the disk itself. */
  readonly sharing?: Sharing;
}

export class EmbeddedDialect extends SqliteDialect {
  readonly #options: EmbeddedDialectOptions;

  constructor(options: EmbeddedDialectOptions) {
    super(options);
    this.#options = options;
  }

  override createDriver(): Driver {
    const { database, sharing } = this.#options;
    return sharing === undefined ? super.createDriver() : new FlushingDriver(database, sharing);
  }

  override createAdapter(): DialectAdapter {
    return new WithTransactionalSchema();
  }

  override createQueryCompiler(): QueryCompiler {
    return new WithoutRowLocks();
  }
}
