// SPDX-License-Identifier: Apache-2.0
import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The organisation of each configuration id, kept after the configuration is removed; those removed earlier are taken
 * from the audit log.
 */
export const configurationIds: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table configuration_ids (
      id text primary key,
      organisation_id text not null
    )`.execute(db);
    await sql`insert into configuration_ids (id, organisation_id)
      select id, organisation_id from configurations`.execute(db);
    await sql`insert into configuration_ids (id, organisation_id)
      select target, max(organisation_id) from audit
      where action = 'configuration.remove' and outcome = 'done' and organisation_id <> ''
      and target not in (select id from configurations)
      group by target`.execute(db);
  },
};
