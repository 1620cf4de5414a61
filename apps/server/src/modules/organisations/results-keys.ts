// SPDX-License-Identifier: Apache-2.0
import type { Database } from '../../platform/storage/database.ts';

export const activeResultsKeys = (db: Database, organisationId: string) =>
  db
    .selectFrom('organisation_keys')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('purpose', '=', 'results')
    .where('active', '=', 1);
