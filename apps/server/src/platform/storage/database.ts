// SPDX-License-Identifier: Apache-2.0
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Name of the embedded database in its folder. */
export const DATABASE_FILE = 'perfuse.sqlite';
