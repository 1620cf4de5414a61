// SPDX-License-Identifier: Apache-2.0
import type { KeyPurpose, PublicKey } from '@perfuse/contract/account/keys';
import type { Database } from '../../platform/storage/database.ts';
import { Repository } from '../../platform/storage/repository.ts';
import { allRows, firstRow, hasWritten } from '../../platform/storage/rows.ts';
import { rowLocked } from '../../platform/storage/transactions.ts';
import { ConfigurationRepository } from './configuration-repository.ts';
import { lockOrganisation } from './lock-organisation.ts';
import { activeResultsKeys } from './results-keys.ts';
import { organisationKeyRow, type OrganisationKeyRow } from './tables.ts';

/** Public keys of organisations. */
export class OrganisationKeyRepository extends Repository {
  /** @returns false when the id is taken. */
  async add(key: {
    readonly id: string;
    readonly organisationId: string;
    readonly name: string;
    readonly purpose: KeyPurpose;
    readonly publicKey: PublicKey;
  }): Promise<boolean> {
    return this.db
      .insertInto('organisation_keys')
      .values({
        id: key.id,
        organisation_id: key.organisationId,
        name: key.name,
        purpose: key.purpose,
        public_key: JSON.stringify(key.publicKey),
        active: 1,
        created_at: this.now(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .$call(hasWritten);
  }

  /** Every key of an organisation, active or not, oldest first. */
  async list(organisationId: string): Promise<readonly OrganisationKeyRow[]> {
    return this.db
      .selectFrom('organisation_keys')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('created_at')
      .orderBy('id')
      .$call(allRows(organisationKeyRow));
  }

  /** Deactivates a key, unless it is the last results key and the configuration `neededBy` encrypts to it. */
  async deactivate(id: string): Promise<'done' | 'unknown' | { readonly neededBy: string }> {
    const row = await this.#find(this.db, id);
    if (row === null) return 'unknown';
    return rowLocked(this.db).execute(async (db) => {
      await lockOrganisation(db, row.organisation_id);
      const key = await this.#find(db, id);
      if (key?.active !== true) return key === null ? 'unknown' : 'done';
      const others = activeResultsKeys(db, key.organisation_id).where('id', '!=', id);
      if (key.purpose === 'results' && (await others.executeTakeFirst()) === undefined) {
        const configurations = await new ConfigurationRepository(db, this.now).list(
          key.organisation_id,
        );
        const encrypting = configurations.find(({ settings }) => settings.encryptResults === true);
        if (encrypting !== undefined) return { neededBy: encrypting.id };
      }
      await db.updateTable('organisation_keys').set({ active: 0 }).where('id', '=', id).execute();
      return 'done';
    });
  }

  async #find(db: Database, id: string): Promise<OrganisationKeyRow | null> {
    return db
      .selectFrom('organisation_keys')
      .selectAll()
      .where('id', '=', id)
      .$call(firstRow(organisationKeyRow));
  }
}
