// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import type { Database } from '../storage/database.ts';
import { countMatching } from '../storage/list-query.ts';
import { allRows, hasWritten } from '../storage/rows.ts';

const encryptedRow = z.object({ id: z.string(), encrypted: z.string() });
export type EncryptedRow = z.output<typeof encryptedRow>;

/** Tables with encrypted values. */
export type EncryptedTable = 'second_factors' | 'webhook_secrets';

const beginsWith = (head: string) => sql<boolean>`substr(encrypted, 1, ${head.length}) = ${head}`;

/** Encrypted values of every owner, selected by their prefix: the key that encrypted them. */
export class EncryptedRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts the values with this prefix. */
  async count(table: EncryptedTable, head: string): Promise<number> {
    return countMatching(this.#db.selectFrom(table).where(beginsWith(head)));
  }

  /** Values with another prefix, by id. @param after the last id of the previous page; '' for the first. */
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

  /** Replaces a value by another. @returns false if it has changed or been deleted since. */
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
