// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import type { Database } from '../storage/database.ts';
import { count } from '../storage/rows.ts';

const sealedRow = z.object({ id: z.string(), sealed: z.string() });
export type SealedRow = z.output<typeof sealedRow>;

/** Where sealed values are kept. */
export type SealedTable = 'second_factors' | 'webhook_secrets';

const beginsWith = (head: string) => sql<boolean>`substr(sealed, 1, ${head.length}) = ${head}`;

/** Sealed values, whosesoever they are, by what they begin with: the key they were sealed by. */
export class SealedRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** How many begin so. */
  async count(table: SealedTable, head: string): Promise<number> {
    const { total } = await this.#db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('total'))
      .where(beginsWith(head))
      .executeTakeFirstOrThrow();
    return count.parse(total);
  }

  /** Those that begin otherwise, by id. @param after the id that the page before ended with; '' for the first. */
  async others(
    table: SealedTable,
    head: string,
    after: string,
    limit: number,
  ): Promise<readonly SealedRow[]> {
    const rows = await this.#db
      .selectFrom(table)
      .select(['id', 'sealed'])
      .where((build) => build.not(beginsWith(head)))
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return z.array(sealedRow).parse(rows);
  }

  /** Puts a value in the place of another. @returns false when it is not there any more. */
  async replace(table: SealedTable, { id, sealed }: SealedRow, anew: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable(table)
      .set({ sealed: anew })
      .where('id', '=', id)
      .where('sealed', '=', sealed)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
