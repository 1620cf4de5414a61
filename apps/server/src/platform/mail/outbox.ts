// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Database } from '../storage/database.ts';
import { count, time } from '../storage/rows.ts';
import { table, type TablesOf } from '../storage/tables.ts';
import { lockParent, rowLocked } from '../storage/transactions.ts';

export const CHANNEL_NAMES = ['mail', 'sms'] as const;
export type MessageChannel = (typeof CHANNEL_NAMES)[number];

const messageRow = z.object({
  id: z.string(),
  user_id: z.nullable(z.string()),
  channel: z.enum(CHANNEL_NAMES),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  /** `held` for the operator; what was sent is deleted. */
  state: z.enum(['held', 'pending', 'failed']),
  tries: count,
  next_try_at: time,
  /** After this it is not sent any more and is deleted. */
  expires_at: time,
  created_at: time,
});
export type MessageRow = z.output<typeof messageRow>;

export const OUTBOX_TABLES = { outbox: table(messageRow) };

declare module '../storage/database.ts' {
  interface Tables extends TablesOf<typeof OUTBOX_TABLES> {}
}

export interface NewMessage {
  readonly id: string;
  /** Whose message it is: it is deleted with the account. */
  readonly userId: string | null;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly expiresAt: number;
}

/** Mails and text messages on their way. What was sent is deleted: they hold links and codes. */
export class OutboxRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Adds a message, unless whose it is was erased meanwhile.
   * @param isHeld kept for the operator to read, because nothing sends this channel.
   */
  async add(message: NewMessage, isHeld: boolean): Promise<void> {
    const now = this.#now();
    const { userId } = message;
    await rowLocked(this.#db).execute(async (db) => {
      if (userId !== null && !(await lockParent(db, 'users', userId))) return;
      await db
        .insertInto('outbox')
        .values({
          id: message.id,
          user_id: userId,
          channel: message.channel,
          recipient: message.recipient,
          subject: message.subject,
          body: message.body,
          state: isHeld ? 'held' : 'pending',
          tries: 0,
          next_try_at: now,
          expires_at: message.expiresAt,
          created_at: now,
        })
        .execute();
    });
  }

  /**
   * Takes the oldest message that is to be sent now. Nobody else gets it for `leaseMs`, unless it is postponed before;
   * a sender that ends in between leaves it to the next one.
   */
  async take(leaseMs: number): Promise<MessageRow | null> {
    const now = this.#now();
    return rowLocked(this.#db).execute(async (db) => {
      const row = await db
        .selectFrom('outbox')
        .selectAll()
        .where('state', '=', 'pending')
        .where('next_try_at', '<=', now)
        .where('expires_at', '>', now)
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row === undefined) return null;
      const message = messageRow.parse(row);
      await db
        .updateTable('outbox')
        .set({ next_try_at: now + leaseMs })
        .where('id', '=', message.id)
        .execute();
      return message;
    });
  }

  /** Everything there, newest first, for the operator. */
  async list(limit: number): Promise<readonly MessageRow[]> {
    const rows = await this.#db
      .selectFrom('outbox')
      .selectAll()
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
    return z.array(messageRow).parse(rows);
  }

  async remove(id: string): Promise<void> {
    await this.#db.deleteFrom('outbox').where('id', '=', id).execute();
  }

  async postpone(id: string, tries: number, nextTryAt: number): Promise<void> {
    await this.#db
      .updateTable('outbox')
      .set({ tries, next_try_at: nextTryAt })
      .where('id', '=', id)
      .execute();
  }

  /** Gives a message up; the operator can still read it until it expires. */
  async fail(id: string, tries: number): Promise<void> {
    await this.#db
      .updateTable('outbox')
      .set({ tries, state: 'failed' })
      .where('id', '=', id)
      .execute();
  }

  /** Makes held messages of a channel due: something sends it now. */
  async release(channel: MessageChannel): Promise<void> {
    await this.#db
      .updateTable('outbox')
      .set({ state: 'pending', next_try_at: this.#now() })
      .where('channel', '=', channel)
      .where('state', '=', 'held')
      .execute();
  }

  async purge(): Promise<void> {
    await this.#db.deleteFrom('outbox').where('expires_at', '<=', this.#now()).execute();
  }
}
