// SPDX-License-Identifier: Apache-2.0
import { serverTime, serverTimePlus } from '../clock.ts';
import type { Database } from '../database.ts';

/** Work that one of several servers does for all. Resolves to whether it is this one's turn for `ms`. */
export type Duty = (name: string, ms: number) => Promise<boolean>;

/** Everything is the duty of a server that is alone. */
export const everyDuty: Duty = () => Promise.resolve(true);

/** Duties shared out on PostgreSQL by leases: whoever held one last keeps it, and another takes over once it has ended. */
export function sharedDuties(db: Database, holder: string): Duty {
  return async (name, ms) => {
    const held_until = serverTimePlus(ms);
    const result = await db
      .insertInto('duties')
      .values({ name, holder, held_until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, held_until })
          .where((build) =>
            build.or([
              build('duties.holder', '=', holder),
              build('duties.held_until', '<=', serverTime()),
            ]),
          ),
      )
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  };
}

/** Leaves the duties of a server that stops to the others. */
export async function layDownDuties(db: Database, holder: string): Promise<void> {
  await db.deleteFrom('duties').where('holder', '=', holder).execute();
}
