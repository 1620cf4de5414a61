// SPDX-License-Identifier: Apache-2.0
import { serverTime, serverTimePlus } from './clock.ts';
import type { Database } from './database.ts';
import { hasWritten } from './rows.ts';

/**
 * Acquires, for `ms`, the lease of work that one of several servers does for all. Resolves to whether this server has
 * it.
 */
export type AcquireLease = (name: string, ms: number) => Promise<boolean>;

/** A single server has every lease. */
export const alwaysAcquire: AcquireLease = () => Promise.resolve(true);

/** Leases on PostgreSQL: the last holder renews its own; another server takes it once it has expired. */
export function sharedLeases(db: Database, holder: string): AcquireLease {
  return async (name, ms) => {
    const held_until = serverTimePlus(ms);
    return db
      .insertInto('leader_leases')
      .values({ name, holder, held_until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, held_until })
          .where((build) =>
            build.or([
              build('leader_leases.holder', '=', holder),
              build('leader_leases.held_until', '<=', serverTime()),
            ]),
          ),
      )
      .$call(hasWritten);
  };
}

/** Releases the leases of a server that stops. */
export async function releaseLeases(db: Database, holder: string): Promise<void> {
  await db.deleteFrom('leader_leases').where('holder', '=', holder).execute();
}
