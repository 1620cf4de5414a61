// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import type { Database } from '../storage/database.ts';
import { countMatching } from '../storage/list-query.ts';
import { allRows, hasWritten } from '../storage/rows.ts';

const encryptedRow = z.object({ id: z.string(), encrypted: z.string() });
export type EncryptedRow = z.output<typeof encryptedRow>;

/** Where encrypted values are kept. */
export type EncryptedTable = 'second_factors' | 'webhook_secrets';

const beginsWith = (head: string) => sql<boolean>`substr(encrypted, 1, ${head.length}) = ${head}`;

/** Encrypted values of every owner, by their first part: the key that encrypted them. */
export class EncryptedRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** How many begin so. */
  async count(table: EncryptedTable, head: string): Promise<number> {
    return countMatching(this.#db.selectFrom(table).where(beginsWith(head)));
  }

  /** Those that begin otherwise, by id. @param after the id that the page before ended with; '' for the first. */
  async others(
    table: EncryptedTable,
    head: string,
    after: string,
    limit: number,
  ): Promise<readonly EncryptedRow[]> {
    return this.#db
      .selectFrom(table)
      .select(['id', 'encrypted'])
      .where((build) => build.not(beginsWith(head)))
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .$call(allRows(encryptedRow));
  }

  /** Puts a value in the place of another. @returns false when it is not there any more. */
  async replace(
    table: EncryptedTable,
    { id, encrypted }: EncryptedRow,
    anew: string,
  ): Promise<boolean> {
    return this.#db
      .updateTable(table)
      .set({ encrypted: anew })
      .where('id', '=', id)
      .where('encrypted', '=', encrypted)
      .$call(hasWritten);
  }
}
