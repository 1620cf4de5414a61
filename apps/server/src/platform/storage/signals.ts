// SPDX-License-Identifier: Apache-2.0
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { KEEP_ALIVE_DELAY_MS, SIGNALS_NAME } from './postgres.ts';

/** What replicas announce to each other, by the id of a measurement: a chunk was stored, a result was stored. */
export const SIGNALS = { work: 'perfuse_work', result: 'perfuse_result' } as const;
export type Signal = keyof typeof SIGNALS;

const RECONNECT_MS = 1_000;

const NOTIFY = `select pg_notify(channel, id) from unnest($1::text[], $2::text[]) as signals(channel, id)`;

export interface SignalListener {
  readonly onSignal: (signal: Signal, measurementId: string) => void;
  /** The connection is new: signals may have been missed. */
  readonly onReconnect: () => void;
  readonly onError: (error: Error) => void;
}

/**
 * Signals of PostgreSQL (LISTEN and NOTIFY). They are hints: what they announce is in the store.
 *
 * PostgreSQL commits transactions with signals one after the other, under one lock of all its databases. So signals
 * that arrive during a send are sent together in the next one.
 */
export class Signals {
  readonly #url: string;
  #client: pg.Client | undefined;
  #isListening = false;
  #listener: SignalListener | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Signals to send, each once; without a connection they wait for the next one. */
  readonly #outgoing = new Map<string, readonly [channel: string, measurementId: string]>();
  #isSending = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Sends a signal soon; a failure is reported to the listener. */
  send(signal: Signal, measurementId: string): void {
    this.#outgoing.set(`${signal} ${measurementId}`, [SIGNALS[signal], measurementId]);
    void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#isListening && this.#outgoing.size > 0) {
        // Includes everything else that is announced in this turn of the event loop.
        await turn();
        await this.#sendBatch();
      }
    } catch (error) {
      if (error instanceof Error) this.#listener?.onError(error);
    } finally {
      this.#isSending = false;
    }
  }

  async #sendBatch(): Promise<void> {
    const batch = [...this.#outgoing];
    this.#outgoing.clear();
    const channels = batch.map(([, [channel]]) => channel);
    const ids = batch.map(([, [, id]]) => id);
    try {
      await this.#client?.query(NOTIFY, [channels, ids]);
    } catch (error) {
      for (const [key, signal] of batch) this.#outgoing.set(key, signal);
      throw error;
    }
  }

  /** Listens from now on, and reconnects whenever the connection breaks. */
  async listen(listener: SignalListener): Promise<void> {
    this.#listener = listener;
    await this.#connect();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: SIGNALS_NAME,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      connectionTimeoutMillis: 5_000,
    });
    this.#client = client;
    client.on('error', (error) => {
      if (this.#client === client) this.#isListening = false;
      this.#listener?.onError(error);
    });
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#isListening = false;
      this.#reconnectLater();
    });
    client.on('notification', ({ channel, payload }) => {
      const signal = channel === SIGNALS.work ? 'work' : 'result';
      if (payload !== undefined) this.#listener?.onSignal(signal, payload);
    });
    try {
      await client.connect();
      for (const channel of Object.values(SIGNALS)) await client.query(`listen ${channel}`);
      this.#isListening = true;
      this.#listener?.onReconnect();
      void this.#sendAll();
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
    this.#isListening = false;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}
