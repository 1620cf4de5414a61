// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  Kysely,
  PostgresDialect,
  sql,
  type LogConfig,
  type Transaction,
  type TransactionBuilder,
} from 'kysely';
import pg from 'pg';
import type { Database, Tables } from './database.ts';

/** A statement that takes longer is cancelled, ms; ours should take less than a hundredth of it. */
const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * After a longer silence a connection in use has lost its server, which would have cancelled the statement by then, ms.
 */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 15_000;
/**
 * Silence after which the system probes whether the other side still exists, ms; its default of two hours is too long.
 */
export const KEEP_ALIVE_DELAY_MS = 10_000;

/** The same for the server side: it probes after this time, and gives up after three probes, s. */
const KEEP_ALIVE: readonly string[] = [
  'set tcp_keepalives_idle = 10',
  'set tcp_keepalives_interval = 5',
  'set tcp_keepalives_count = 3',
];

/** Attempts of a transaction that conflicts with others. */
const MAX_TRIES = 12;
/** SQLSTATE of conflicts with another transaction: serialization_failure, deadlock_detected, lock_not_available. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03']);

// 64-bit integers and sums of them arrive as text: ours are times and counts, all below 2^53.
for (const kind of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]) {
  pg.types.setTypeParser(kind, Number);
}

/** Whether a conflict with another transaction was the cause: a retry may succeed. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && CONFLICTS.has(Reflect.get(error, 'code'));

/** Codes of a server that is unavailable, starting, stopping or full, and of the network. */
const AWAY =
  /^(?:08\w{3}|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** The driver's own failures of that kind carry no code. */
const AWAY_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether the database could not be reached: a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return AWAY.test(code);
  return AWAY_MESSAGE.test(error.message);
}

/** A character or a number that the columns cannot hold, such as the character zero in a text. */
const UNSTORABLE: ReadonlySet<unknown> = new Set(['22021', '22P05', '22003']);

/** Whether a given value cannot be stored. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && UNSTORABLE.has(Reflect.get(error, 'code'));

async function retryOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries >= MAX_TRIES || !isConflict(error)) throw error;
      await wait(Math.random() * 2 ** Math.min(tries, 7));
    }
  }
}

/** The same transaction, retried after a conflict. Its work must do nothing but read and write the store. */
function withRetries(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const once = builder.setAccessMode('read write');
  builder.execute = <T>(work: (db: Transaction<Tables>) => Promise<T>) =>
    retryOnConflict(() => once.execute(work));
  builder.setIsolationLevel = (level) => withRetries(once.setIsolationLevel(level));
  return builder;
}

/**
 * Transactions as SQLite runs them, as if one after the other: serializable, and retried after a conflict. One that
 * takes row locks itself may request `read committed`.
 */
class SerialisedKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return withRetries(super.transaction().setIsolationLevel('serializable'));
  }
}

/** A machine that has disappeared sends nothing, not even that a connection has ended. */
function endingInSilence(silenceMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () => {
    const code = 'ETIMEDOUT';
    socket.destroy(Object.assign(new Error('The database does not answer.'), { code }));
  });
}

/** Application names of the servers' connections, as PostgreSQL lists them. */
const POOL_NAME = 'perfuse';
export const SIGNALS_NAME = 'perfuse signals';
export const SERVER_CONNECTIONS: readonly string[] = [POOL_NAME, SIGNALS_NAME];

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  readonly url: string;
  readonly connections: number;
  /** Application name; by default that of a server. */
  readonly name?: string;
  /** For work that may take long, such as migrations; by default long statements are cancelled. */
  readonly withoutTimeouts?: boolean;
  /**
   * How long a transaction may wait for its client, ms, 0 for no limit; by default as long as a statement may take.
   */
  readonly idleMs?: number;
  /** Overrides {@link SILENCE_MS} in tests, ms. */
  readonly silenceMs?: number;
  /** Called with every statement that fails, among other events. */
  readonly log?: LogConfig;
  /** Called when a connection breaks, also an idle one. */
  readonly onError: (error: Error) => void;
}

export interface Postgres {
  readonly database: Database;
  readonly pool: pg.Pool;
}

/** Connects lazily: an unavailable server is noticed by the first statement. */
export function openPostgres(options: PostgresOptions): Postgres {
  const { url, connections, onError, withoutTimeouts = false, silenceMs = SILENCE_MS } = options;
  const timeout = withoutTimeouts ? 0 : STATEMENT_TIMEOUT_MS;
  const limits = [
    `set statement_timeout = ${String(timeout)}`,
    `set idle_in_transaction_session_timeout = ${String(options.idleMs ?? timeout)}`,
    // For a client whose machine has disappeared: its locks would block others for the two hours that the system waits.
    ...KEEP_ALIVE,
  ].join('; ');
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: options.name ?? POOL_NAME,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    ...(!withoutTimeouts && { stream: () => endingInSilence(silenceMs) }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Not sent as startup parameters, which connection poolers refuse. This also overrides the settings of the role.
    verify: (client, done) => client.query(limits, done),
  });
  // Without a listener a connection that breaks ends the process, whether it is idle or in use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', onError));
  const dialect = new PostgresDialect({ pool });
  const { log } = options;
  return {
    database: new SerialisedKysely({ dialect, log }),
    pool,
  };
}

/** How long the database may take to answer a probe, ms. */
const ANSWER_MS = 2_000;

export interface Probe {
  /** Resolves once the database answered. @throws within some seconds while it does not. */
  readonly answers: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Probes whether the database answers, over a connection of its own: the others may be busy, or wait long for an
 * answer.
 */
export function openProbe(url: string): Probe {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: POOL_NAME,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  pool.on('error', () => undefined);
  let asking: Promise<unknown> | undefined;
  return {
    answers: async () => {
      asking ??= pool.query('select 1').finally(() => {
        asking = undefined;
      });
      await asking;
    },
    close: () => pool.end(),
  };
}

/**
 * Whether each connection keeps its session. It does, except behind a pool in transaction mode, where each transaction
 * may get another connection's session. Needs two connections: one marks its session, which the other's transaction
 * would then get.
 */
export async function keepsSessions(database: Database): Promise<boolean> {
  const mark = randomUUID();
  const isMarked = async (connection: Database): Promise<boolean> => {
    const { rows } = await sql<{
      mark: string | null;
    }>`select current_setting('perfuse.mark', true) as mark`.execute(connection);
    return rows[0]?.mark === mark;
  };
  return database.connection().execute(async (own) => {
    // More than once: the first transaction of the other connection may get the session that it connected with.
    for (let round = 0; round < 3; round += 1) {
      await sql`select set_config('perfuse.mark', ${mark}, false)`.execute(own);
      const isKept = await database
        .transaction()
        .execute(async (other) => !(await isMarked(other)) && (await isMarked(own)));
      if (!isKept) return false;
    }
    return true;
  });
}
