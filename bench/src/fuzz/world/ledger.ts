// SPDX-License-Identifier: Apache-2.0
/** What was acknowledged, beside what is stored: neither may hold a chunk that the other does not. */
import { z } from '@perfuse/contract/schema';
import type { Database } from '../../../../apps/server/src/storage/database.ts';
import { demand } from '../engine/oracle.ts';

interface Account {
  /** Position and payload of what was acknowledged since the measurement began anew. */
  readonly chunks: Map<number, { readonly payload: string; readonly wanted: boolean }>;
  /** Deleted, or closed without an analysis: nothing is kept. */
  isOver: boolean;
  /** An answer was not awaited: more may be stored than is known of. */
  isLoose: boolean;
}

const sent = z.object({ Action: z.string(), Payload: z.string() });
const acknowledged = z.object({ ID: z.string(), ChunkOrder: z.int() });

const LOOK_EVERY_MS = 5;

export class Ledger {
  readonly #database: Database;
  readonly #accounts = new Map<string, Account>();

  constructor(database: Database) {
    this.#database = database;
  }

  #account(id: string): Account {
    const known = this.#accounts.get(id);
    if (known !== undefined) return known;
    const account = { chunks: new Map(), isOver: false, isLoose: false };
    this.#accounts.set(id, account);
    return account;
  }

  /** A chunk was answered with 200. */
  acknowledge(id: string, request: unknown, answer: unknown): void {
    const { ID, ChunkOrder: position } = acknowledged.parse(answer);
    demand(ID === `${id}:${String(position)}`, 'an acknowledgement names the chunk that was sent');
    const { Action, Payload } = sent.parse(request);
    const payload = Buffer.from(Payload, 'base64').toString('base64');
    const account = this.#account(id);
    if (account.chunks.get(position)?.payload === payload) return;
    const isAnew = Action.startsWith('FIRST') && position === 0 && account.chunks.size > 0;
    if (isAnew) account.chunks.clear();
    account.chunks.set(position, { payload, wanted: Action.endsWith('PROCESS') });
    if (Action === 'LAST::IGNORE') account.isOver = true;
  }

  forget(id: string): void {
    this.#account(id).isOver = true;
  }

  loosen(id: string): void {
    this.#account(id).isLoose = true;
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
    for (const [id, { chunks, isOver, isLoose }] of this.#accounts) {
      const there = await this.#database
        .selectFrom('measurements')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst();
      if (there === undefined || isOver || there.status === 'INCOMPLETE') continue;
      const stored = await this.#stored(id, 'chunks');
      const answered = await this.#stored(id, 'results');
      for (const [position, { wanted }] of chunks) {
        const isKept = stored.has(position) || answered.has(position);
        demand(isKept || !wanted, `chunk ${String(position)} was acknowledged and is lost`);
      }
      for (const position of [...stored, ...answered]) {
        const isKnown = chunks.has(position) || isLoose;
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
  }
}
