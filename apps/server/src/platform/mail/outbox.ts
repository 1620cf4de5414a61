// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { ServiceError } from '../errors/service-error.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { JobRow } from '../jobs/job-repository.ts';
import { json } from '../storage/rows.ts';
import {
  CHANNEL_NAMES,
  type MessageChannel,
  type MessageContent,
  type Transports,
} from './transport.ts';

const LEASE_MS = 120_000;
/** With the waits between them: one day, as mail servers try; less if the message expires earlier. */
const MAX_TRIES = 55;
/** Receivers that take minutes to accept a message must not delay others. */
const CONCURRENCY = 4;

/** More than ever wait or fail at once. */
const ALL = 100_000;

const contentSchema = z.object({ recipient: z.string(), subject: z.string(), body: z.string() });

export interface NewMessage extends MessageContent {
  /** Random by default. */
  readonly id?: string;
  /** Account of the message, which is deleted with it. */
  readonly userId: string | null;
  readonly channel: MessageChannel;
  readonly expiresAt: number;
}

const toMessage = ({ kind, payload, ...row }: JobRow) => ({
  id: row.id,
  channel: kind,
  ...json(contentSchema).parse(payload),
  state: row.state,
  tries: row.tries,
  failure: row.failure,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
export type Message = ReturnType<typeof toMessage>;

/** Pending mails and text messages. Sent ones are deleted: they contain links and codes. */
export class Outbox {
  readonly #jobs: JobQueue;

  /** @param transports messages of a channel without one are held for the operator to read. */
  constructor(jobs: JobQueue, transports: Transports) {
    this.#jobs = jobs;
    for (const channel of CHANNEL_NAMES) {
      const transport = transports[channel];
      if (transport === undefined) continue;
      jobs.register(channel, {
        run: (job, signal) => transport.send(toMessage(job), signal),
        concurrency: CONCURRENCY,
        leaseMs: LEASE_MS,
        maxTries: MAX_TRIES,
        keepsDone: false,
        lines: { failed: 'a message could not be sent yet', givenUp: 'a message was given up' },
      });
    }
  }

  /** Stores a message; it is sent soon. */
  async post(message: NewMessage): Promise<void> {
    const { id, userId, channel, recipient, subject, body, expiresAt } = message;
    const payload = JSON.stringify({ recipient, subject, body } satisfies MessageContent);
    await this.#jobs.add(channel, { userId }, [{ id, payload, expiresAt }]);
  }

  /**
   * Sends a message soon, with all its tries.
   * @throws ServiceError NOT_FOUND, or RESTRICTED while it is being sent or has no transport.
   */
  async retry(id: string): Promise<void> {
    const [row] = await this.#jobs.store.list({ kinds: CHANNEL_NAMES, id, limit: 1 });
    if (row?.state === 'held')
      throw new ServiceError(
        'RESTRICTED',
        'The message is held until a server can send such messages.',
      );
    if (row !== undefined && row.lease !== null)
      throw new ServiceError('RESTRICTED', 'The message is being sent.');
    if (row === undefined || (await this.#jobs.replay(row.kind, [row])) === 0)
      throw new ServiceError('NOT_FOUND', 'There is no such message.');
  }

  /** Soon sends all messages that were given up, with all their tries. @returns their ids. */
  async retryFailed(): Promise<readonly string[]> {
    const filter = { kinds: CHANNEL_NAMES, state: 'failed', limit: ALL } as const;
    const failed = await this.#jobs.store.list(filter);
    for (const channel of CHANNEL_NAMES) {
      await this.#jobs.replay(
        channel,
        failed.filter(({ kind }) => kind === channel),
      );
    }
    return failed.map(({ id }) => id);
  }

  /** Counts the messages that are to be sent, and those given up. */
  async counts(): Promise<{ readonly waiting: number; readonly failed: number }> {
    const counts = { waiting: 0, failed: 0 };
    for (const { kind, state, value } of await this.#jobs.store.depths()) {
      if (!CHANNEL_NAMES.some((name) => name === kind)) continue;
      counts[state === 'failed' ? 'failed' : 'waiting'] += value;
    }
    return counts;
  }

  /** All messages, newest first, for the operator. */
  async list(limit: number): Promise<readonly Message[]> {
    return (await this.#jobs.store.list({ kinds: CHANNEL_NAMES, limit })).map(toMessage);
  }
}
