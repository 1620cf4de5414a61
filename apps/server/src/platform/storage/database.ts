// SPDX-License-Identifier: Apache-2.0
import type { Kysely } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { time } from './rows.ts';
import { table, type TablesOf } from './tables.ts';

export const STORAGE_TABLES = {
  /** Which of several servers does work that is done once for all. */
  leader_leases: table(z.object({ name: z.string(), holder: z.string(), held_until: time })),
};

/** All tables: each module adds its own by declaration merging, usually in its `tables.ts`. */
export interface Tables extends TablesOf<typeof STORAGE_TABLES> {}

export type Database = Kysely<Tables>;

/** Name of the embedded database in its folder. */
export const DATABASE_FILE = 'perfuse.sqlite';
