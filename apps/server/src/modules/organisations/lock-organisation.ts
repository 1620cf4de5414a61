// SPDX-License-Identifier: Apache-2.0
import type { Database } from '../../platform/storage/database.ts';

/** Locks an organisation: `rowLocked` transactions that start with this run one after the other. */
export async function lockOrganisation(db: Database, organisationId: string): Promise<void> {
  await db
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .execute();
}
