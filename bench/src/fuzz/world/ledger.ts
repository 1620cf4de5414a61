// SPDX-License-Identifier: Apache-2.0
/** What was acknowledged, beside what is stored: neither may hold a chunk that the other does not. */
import { z } from '@perfuse/contract/schema';
import type { Database } from '@perfuse/server/internal/platform/storage/database';
import { demand } from '../engine/oracle.ts';

/** A chunk that was sent: over what, and when, counted in what was sent and heard. */
export interface Sending {
  readonly over: object;
  readonly sent: number;
  readonly isFirst: boolean;
  /** When its answer was heard; never, it may have been done or not. */
  heard: number;
}

interface Kept {
  readonly payload: string;
  readonly wanted: boolean;
  readonly sending: Sending;
}

interface Account {
  /** By position, what was acknowledged since the measurement began anew. */
  readonly chunks: Map<number, Kept>;
  /** Positions that a beginning of the same time took away, or did not. */
  readonly maybe: Set<number>;
  /** Deleted, or closed without an analysis: nothing is kept. */
  isOver: boolean;
  /** An answer was not awaited: more may be stored than is known of. */
  isLoose: boolean;
}

const sentBody = z.object({ Action: z.string(), Payload: z.string() });
const acknowledged = z.object({ ID: z.string(), ChunkOrder: z.int() });

const LOOK_EVERY_MS = 5;

/**
 * Whether a measurement may have begun anew after a chunk of it came, as far as is known. What goes over one connection is
 * done in order; what goes over two is heard in any.
 */
const mayFollow = (first: Sending, { over, sent }: Sending): boolean =>
  first.heard > sent && (first.over !== over || first.heard === Infinity);

export class Ledger {
  readonly #database: Database;
  readonly #accounts = new Map<string, Account>();
  /** By measurement, sendings by which it may have begun anew: also of those that are somebody else's. */
  readonly #firsts = new Map<string, Set<Sending>>();
  #clock = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  #account(id: string): Account {
    const known = this.#accounts.get(id);
    if (known !== undefined) return known;
    const account: Account = {
      chunks: new Map(),
      maybe: new Set(),
      isOver: false,
      isLoose: false,
    };
    this.#accounts.set(id, account);
    return account;
  }

  #addFirst(id: string, sending: Sending): void {
    this.#firsts.set(id, (this.#firsts.get(id) ?? new Set()).add(sending));
  }

  /** A chunk goes out. @param over the connection. */
  send(id: string, request: unknown, over: object): Sending {
    const parsed = sentBody.safeParse(request);
    const isFirst = parsed.success && parsed.data.Action.startsWith('FIRST');
    this.#clock += 1;
    const sending = { over, sent: this.#clock, isFirst, heard: Infinity };
    if (isFirst) this.#addFirst(id, sending);
    return sending;
  }

  /** It was refused. */
  refuse(id: string, sending: Sending): void {
    this.#firsts.get(id)?.delete(sending);
  }

  /** It was answered with 200. */
  acknowledge(id: string, request: unknown, answer: unknown, sending: Sending): void {
    const { ID, ChunkOrder: position } = acknowledged.parse(answer);
    demand(ID === `${id}:${String(position)}`, 'an acknowledgement names the chunk that was sent');
    const { Action, Payload } = sentBody.parse(request);
    const payload = Buffer.from(Payload, 'base64').toString('base64');
    const account = this.#account(id);
    const { chunks, maybe } = account;
    this.#clock += 1;
    sending.heard = this.#clock;
    if (chunks.get(position)?.payload === payload) return;
    if (sending.isFirst && position === 0 && chunks.size > 0) {
      for (const [at, kept] of chunks) {
        if (kept.sending.over !== sending.over && kept.sending.heard > sending.sent) maybe.add(at);
      }
      chunks.clear();
    }
    chunks.set(position, { payload, wanted: Action.endsWith('PROCESS'), sending });
    if (Action === 'LAST::IGNORE') account.isOver = true;
  }

  forget(id: string): void {
    this.#account(id).isOver = true;
  }

  loosen(id: string): void {
    this.#account(id).isLoose = true;
  }

  /** Something goes out that is not followed: it may be a chunk, and the measurement may begin anew by it. */
  loseTrack(id: string): void {
    this.loosen(id);
    this.#clock += 1;
    const sending = { over: {}, sent: this.#clock, isFirst: true, heard: Infinity };
    this.#addFirst(id, sending);
  }

  async #stored(id: string, table: 'chunks' | 'results'): Promise<ReadonlySet<number>> {
    const rows = await this.#database
      .selectFrom(table)
      .select('position')
      .where('measurement_id', '=', id)
      .execute();
    return new Set(rows.map(({ position }) => position));
  }

  /** Compares the accounts of these measurements, or of all. */
  async check(): Promise<void> {
    for (const [id, { chunks, maybe, isOver, isLoose }] of this.#accounts) {
      const there = await this.#database
        .selectFrom('measurements')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst();
      if (there === undefined || isOver || there.status === 'INCOMPLETE') continue;
      const stored = await this.#stored(id, 'chunks');
      const answered = await this.#stored(id, 'results');
      for (const [position, { wanted, sending }] of chunks) {
        const isKept = stored.has(position) || answered.has(position);
        const mayBeGone = [...(this.#firsts.get(id) ?? [])].some((first) =>
          mayFollow(first, sending),
        );
        demand(
          isKept || !wanted || mayBeGone,
          `chunk ${String(position)} was acknowledged and is lost`,
        );
      }
      for (const position of [...stored, ...answered]) {
        const isKnown = chunks.has(position) || maybe.has(position) || isLoose;
        demand(isKnown, `chunk ${String(position)} is stored and was not acknowledged`);
      }
    }
  }

  /** Waits until every acknowledged chunk that asks for one has its result. */
  async settle(limitMs: number): Promise<void> {
    const end = performance.now() + limitMs;
    for (const [id, { chunks, isOver }] of this.#accounts) {
      for (;;) {
        const waiting = await this.#database
          .selectFrom('chunks')
          .select('position')
          .where('measurement_id', '=', id)
          .where('state', '=', 'pending')
          .executeTakeFirst();
        if (waiting === undefined || isOver || chunks.size === 0) break;
        demand(performance.now() < end, 'an acknowledged chunk has no result');
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    }
  }

  clear(): void {
    this.#accounts.clear();
    this.#firsts.clear();
  }
}
