// SPDX-License-Identifier: Apache-2.0
import type { TransactionBuilder } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * A transaction that begins by locking the one row everything in it hangs on (`.forUpdate()`), which spares PostgreSQL
 * the bookkeeping of serializable ones. On SQLite it is like any other: they run one at a time.
 */
export const rowLocked = (database: Database): TransactionBuilder<Tables> =>
  database.transaction().setIsolationLevel('read committed');
