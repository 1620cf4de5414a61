// SPDX-License-Identifier: Apache-2.0
import { EventEmitter } from 'node:events';
import { eventWithin } from '../event-within.ts';
import type { Connection } from './connection.ts';

/** The websockets that are open now. */
export class OpenSockets {
  readonly #connections = new Set<Connection>();
  readonly #events = new EventEmitter();

  get count(): number {
    return this.#connections.size;
  }

  /** How many have a measurement in progress. */
  get measuring(): number {
    return this.#running.length;
  }

  /** When the measurements of each socket end if no more data come, ms. */
  get #running(): number[] {
    const now = performance.now();
    return [...this.#connections]
      .map(({ measuringUntil }) => measuringUntil)
      .filter((until) => until > now);
  }

  add(connection: Connection): void {
    this.#connections.add(connection);
  }

  remove(connection: Connection): void {
    this.#connections.delete(connection);
    this.noteEnd();
  }

  /** Called when a measurement has its last result. */
  readonly noteEnd = (): void => {
    this.#events.emit('ended');
  };

  ping(): void {
    for (const connection of this.#connections) connection.ping();
  }

  /** Resolves when no measurement runs on a socket, or after `withinMs` at the latest. */
  readonly idle = async (withinMs: number): Promise<void> => {
    const end = performance.now() + withinMs;
    let until = this.#running;
    while (until.length > 0 && performance.now() < end) {
      await eventWithin(this.#events, 'ended', Math.min(end, ...until) - performance.now());
      until = this.#running;
    }
  };

  /** Closes all sockets, as a stop does: clients reconnect, to another server where there is one. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#connections].map((connection) => connection.close()));
  }
}
