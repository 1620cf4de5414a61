// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { backOffMs } from '../jobs/back-off.ts';
import { PeriodicTask } from '../jobs/periodic-task.ts';
import {
  CHANNEL_NAMES,
  type MessageRow,
  type NewMessage,
  type OutboxRepository,
} from './outbox.ts';
import type { Transports } from './transport.ts';

const EVERY_MS = 5_000;
const BATCH = 20;
/** Longer than any transport takes, so that a message is sent by one sender alone; a sender that died holds it so long. */
const LEASE_MS = 120_000;
const MOST_TRIES = 8;

/** The code of a failure; its message can hold an address. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? code : 'UNKNOWN';
}

/** Takes messages in, sends them in the background and tries again when that fails. */
export class Dispatcher {
  readonly #outbox: OutboxRepository;
  readonly #transports: Transports;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #rounds: PeriodicTask;
  #stopped = false;

  constructor(
    outbox: OutboxRepository,
    transports: Transports,
    log: Logger,
    now: () => number = Date.now,
  ) {
    this.#outbox = outbox;
    this.#transports = transports;
    this.#log = log;
    this.#now = now;
    this.#rounds = new PeriodicTask({
      everyMs: EVERY_MS,
      work: () => this.#sendDue(),
      failed: (error) => log.error({ code: codeOf(error) }, 'the outbox failed'),
    });
  }

  /** Stores a message; it is sent soon, or held where nothing sends its channel. */
  async post(message: Omit<NewMessage, 'id'>): Promise<void> {
    await this.store(message);
    if (!this.#isHeld(message)) this.trigger();
  }

  /** Stores a message for the process that sends. */
  async store(message: Omit<NewMessage, 'id'>): Promise<void> {
    await this.#outbox.add({ ...message, id: randomUUID() }, this.#isHeld(message));
  }

  readonly #isHeld = ({ channel }: Pick<NewMessage, 'channel'>): boolean =>
    this.#transports[channel] === undefined;

  /** Looks for what is due, after the round under way. */
  trigger(): void {
    this.#rounds.trigger();
  }

  async start(): Promise<void> {
    for (const channel of CHANNEL_NAMES) {
      if (this.#transports[channel] !== undefined) await this.#outbox.release(channel);
    }
    this.#rounds.start();
  }

  /** Ends after the message under way; the rest is in the store for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#rounds.stop();
    for (const transport of Object.values(this.#transports)) transport.close();
  }

  async #sendDue(): Promise<void> {
    await this.#outbox.purge();
    for (let sent = 0; sent < BATCH; sent += 1) {
      if (this.#stopped) return;
      const message = await this.#outbox.take(LEASE_MS);
      if (message === null) return;
      await this.#send(message);
    }
    await this.#sendDue();
  }

  async #send(message: MessageRow): Promise<void> {
    const transport = this.#transports[message.channel];
    if (transport === undefined) return;
    try {
      await transport.send(message);
      await this.#outbox.remove(message.id);
    } catch (error) {
      const tries = message.tries + 1;
      const isLast = tries >= MOST_TRIES;
      if (isLast) await this.#outbox.fail(message.id, tries);
      else await this.#outbox.postpone(message.id, tries, this.#now() + backOffMs(tries));
      this.#log.warn(
        { code: codeOf(error), count: tries, reason: message.channel },
        isLast ? 'a message was given up' : 'a message could not be sent yet',
      );
    }
  }
}
