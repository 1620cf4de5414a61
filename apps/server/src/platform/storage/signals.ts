// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { SIGNALS_NAME } from './postgres.ts';

/** What replicas announce to each other, by the id of a measurement: a chunk was stored, a result was stored. */
export const SIGNALS = { work: 'perfuse_work', result: 'perfuse_result' } as const;
export type Signal = keyof typeof SIGNALS;

const RECONNECT_MS = 1_000;

export interface SignalListener {
  readonly onSignal: (signal: Signal, measurementId: string) => void;
  /** Signals may have been missed: the connection is new. */
  readonly onReconnect: () => void;
  readonly onError: (error: Error) => void;
}

/** Signals of PostgreSQL (LISTEN and NOTIFY). They are hints: what they announce is in the store. */
export class Signals {
  readonly #url: string;
  readonly #db: Database;
  #client: pg.Client | undefined;
  #listener: SignalListener | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, db: Database) {
    this.#url = url;
    this.#db = db;
  }

  async send(signal: Signal, measurementId: string): Promise<void> {
    await sql`select pg_notify(${SIGNALS[signal]}, ${measurementId})`.execute(this.#db);
  }

  /** Listens from now on, and again after each time the connection breaks. */
  async listen(listener: SignalListener): Promise<void> {
    this.#listener = listener;
    await this.#connect();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: SIGNALS_NAME,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    this.#client = client;
    client.on('error', (error) => {
      this.#listener?.onError(error);
    });
    client.on('end', () => {
      if (this.#client === client) this.#reconnectLater();
    });
    client.on('notification', ({ channel, payload }) => {
      const signal = channel === SIGNALS.work ? 'work' : 'result';
      if (payload !== undefined) this.#listener?.onSignal(signal, payload);
    });
    try {
      await client.connect();
      for (const channel of Object.values(SIGNALS)) await client.query(`listen ${channel}`);
      this.#listener?.onReconnect();
    } catch (error) {
      if (error instanceof Error) this.#listener?.onError(error);
      if (this.#client === client) this.#reconnectLater();
    }
  }

  #reconnectLater(): void {
    if (this.#listener === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), RECONNECT_MS);
  }

  async stop(): Promise<void> {
    this.#listener = undefined;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}
