// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Duty } from './repositories/duties.ts';
import type { Signals } from './signals.ts';

export interface Storage {
  readonly database: Database;
  readonly check: () => Promise<void>;
  /** Does what no other replica may do at the same time, such as what only the first start does. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Shares out what one server does for all. */
  readonly duty: Duty;
  /** This server among others on the same store; null where it is the only one. */
  readonly replica: Replica | null;
  readonly close: () => Promise<void>;
}

export interface Replica {
  /** Names this process. */
  readonly holder: string;
  readonly signals: Signals;
}

/** Whether the database answers. */
export const checkOf = (database: Database) => async (): Promise<void> => {
  await sql`select 1`.execute(database);
};
