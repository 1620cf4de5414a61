// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Database } from '../database.ts';
import { time } from '../rows.ts';

const auditRow = z.object({
  id: z.string(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  outcome: z.string(),
  created_at: time,
});
export type AuditRow = z.output<typeof auditRow>;

/** What operators did, in the order they began it. */
export class AuditRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** Notes an action before it is done: one that ends with the process is seen to have been begun. */
  async begin(entry: Pick<AuditRow, 'id' | 'actor' | 'action' | 'target'>): Promise<void> {
    await this.#db
      .insertInto('audit')
      .values({ ...entry, outcome: 'started', created_at: this.#now() })
      .execute();
  }

  async end(id: string, outcome: string, target?: string): Promise<void> {
    await this.#db
      .updateTable('audit')
      .set({ outcome, ...(target === undefined ? {} : { target }) })
      .where('id', '=', id)
      .execute();
  }

  /** Newest first. */
  async list(limit: number): Promise<readonly AuditRow[]> {
    const rows = await this.#db
      .selectFrom('audit')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
    return z.array(auditRow).parse(rows);
  }
}
