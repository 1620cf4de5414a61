// SPDX-License-Identifier: Apache-2.0
import { Repository } from '../../../platform/storage/repository.ts';
import { rowLocked } from '../../../platform/storage/transactions.ts';
import { attemptRow } from '../tables.ts';

export interface AttemptRule {
  /** Attempts allowed within a window. */
  readonly most: number;
  readonly windowMs: number;
  /** How long an attempt beyond the limit locks; 0: for the rest of the window. */
  readonly lockMs: number;
}

/** How far the clock may be set back, or two servers' clocks may differ, before a stored time counts as wrong, ms. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** Whether a time is still to come that was set a duration ahead. A clock that was ahead then may have been set back. */
const isToCome = (at: number, now: number, durationMs: number): boolean =>
  at > now && at <= now + durationMs + CLOCK_TOLERANCE_MS;

/** Counts attempts per key, before they are made, so that concurrent attempts cannot exceed the limit. */
export class AttemptRepository extends Repository {
  /** Counts one attempt. @returns 0 when it may go ahead, else how long the key is locked, ms. */
  async take(key: string, rule: AttemptRule): Promise<number> {
    return rowLocked(this.db).execute(async (db) => {
      const now = this.now();
      // Creates or locks the row: an address may stand for many people, whose attempts then wait instead of conflicting.
      const locked = await db
        .insertInto('attempts')
        .values({ key, count: 0, window_ends_at: 0, locked_until: 0 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((build) => ({ count: build.ref('attempts.count') })),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      const row = attemptRow.parse(locked);
      const lockMs = rule.lockMs === 0 ? rule.windowMs : rule.lockMs;
      if (isToCome(row.locked_until, now, lockMs)) return row.locked_until - now;
      const isOpen = isToCome(row.window_ends_at, now, rule.windowMs);
      const used = isOpen ? row.count + 1 : 1;
      const isTooMany = used > rule.most;
      const windowEndsAt = isOpen ? row.window_ends_at : now + rule.windowMs;
      const lockedUntil = rule.lockMs === 0 ? windowEndsAt : now + rule.lockMs;
      await db
        .updateTable('attempts')
        .set({
          count: isTooMany ? 0 : used,
          window_ends_at: isTooMany ? now + rule.windowMs : windowEndsAt,
          locked_until: isTooMany ? lockedUntil : 0,
        })
        .where('key', '=', key)
        .execute();
      return isTooMany ? lockedUntil - now : 0;
    });
  }

  /** Uncounts one attempt that was not a guess at a secret. */
  async giveBack(key: string): Promise<void> {
    await this.db
      .updateTable('attempts')
      .set((build) => ({ count: build('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute();
  }

  async clear(key: string): Promise<void> {
    await this.db.deleteFrom('attempts').where('key', '=', key).execute();
  }

  async purge(): Promise<void> {
    const now = this.now();
    await this.db
      .deleteFrom('attempts')
      .where('window_ends_at', '<=', now)
      .where('locked_until', '<=', now)
      .execute();
  }
}
