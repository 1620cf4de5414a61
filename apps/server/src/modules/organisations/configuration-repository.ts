// SPDX-License-Identifier: Apache-2.0
import type { ConfigurationSettings } from '@perfuse/contract/account/configuration';
import type { Database } from '../../platform/storage/database.ts';
import { Repository } from '../../platform/storage/repository.ts';
import { allRows, firstRow, hasWritten } from '../../platform/storage/rows.ts';
import { lockParent, rowLocked } from '../../platform/storage/transactions.ts';
import { lockOrganisation } from './lock-organisation.ts';
import { activeResultsKeys } from './results-keys.ts';
import { branchRow, configurationRow, type BranchRow, type ConfigurationRow } from './tables.ts';

/** The fields of a configuration that an operator sets. The settings were parsed by the contract's schema. */
export interface ConfigurationDetails {
  readonly studyId: string;
  readonly branchId: string | null;
  readonly settings: ConfigurationSettings;
}

const columns = ({ studyId, branchId, settings }: Partial<ConfigurationDetails>) => ({
  study_id: studyId,
  branch_id: branchId,
  settings: settings === undefined ? undefined : JSON.stringify(settings),
});

/** `no study`: the study of the change no longer exists. `no results key`: no key to encrypt results to. */
type ConfigurationOutcome = 'done' | 'no study' | 'no results key';

/** Whether settings turn the encryption of results on without a key for it; locks the organisation to check. */
async function lacksResultsKey(
  db: Database,
  organisationId: string,
  before: ConfigurationSettings,
  after: ConfigurationSettings,
): Promise<boolean> {
  if (after.encryptResults !== true || before.encryptResults === true) return false;
  await lockOrganisation(db, organisationId);
  return (await activeResultsKeys(db, organisationId).executeTakeFirst()) === undefined;
}

/** Configurations of the enterprise edition's links, and branches. */
export class ConfigurationRepository extends Repository {
  /** `taken`: the id is in use, or was by another organisation. */
  create(
    id: string,
    organisationId: string,
    details: ConfigurationDetails,
  ): Promise<ConfigurationOutcome | 'taken'> {
    const now = this.now();
    return this.#withStudy(details, async (db) => {
      if (await lacksResultsKey(db, organisationId, {}, details.settings)) return 'no results key';
      await db
        .insertInto('configuration_ids')
        .values({ id, organisation_id: organisationId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const owner = await db
        .selectFrom('configuration_ids')
        .select('organisation_id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (owner?.organisation_id !== organisationId) return 'taken';
      const isNew = await db
        .insertInto('configurations')
        .values({
          id,
          organisation_id: organisationId,
          study_id: details.studyId,
          branch_id: details.branchId,
          access_code: '',
          settings: JSON.stringify(details.settings),
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .$call(hasWritten);
      return isNew ? 'done' : 'taken';
    });
  }

  /** @param settingsOf computes the settings from the present configuration; throws to refuse. */
  update(
    id: string,
    details: Partial<Omit<ConfigurationDetails, 'settings'>>,
    settingsOf: (present: ConfigurationRow) => ConfigurationSettings,
  ): Promise<ConfigurationOutcome | 'unknown'> {
    return this.#withStudy(details, async (db) => {
      const row = await db
        .selectFrom('configurations')
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (row === undefined) return 'unknown';
      const present = configurationRow.parse(row);
      const { organisation_id, settings: before, updated_at } = present;
      const settings = settingsOf(present);
      if (await lacksResultsKey(db, organisation_id, before, settings)) return 'no results key';
      // Later than before, whatever the clock says: it distinguishes versions.
      const now = Math.max(this.now(), updated_at + 1);
      await db
        .updateTable('configurations')
        .set({ ...columns({ ...details, settings }), updated_at: now })
        .where('id', '=', id)
        .execute();
      return 'done';
    });
  }

  /** Writes while the study is locked against deletion. */
  #withStudy<O>(
    { studyId }: Partial<ConfigurationDetails>,
    write: (db: Database) => Promise<O>,
  ): Promise<O | 'no study'> {
    return rowLocked(this.db).execute(async (db) => {
      if (studyId !== undefined && !(await lockParent(db, 'studies', studyId))) return 'no study';
      return write(db);
    });
  }

  /** @throws ZodError when the stored settings do not match the schema. */
  async find(id: string): Promise<ConfigurationRow | null> {
    return this.db
      .selectFrom('configurations')
      .selectAll()
      .where('id', '=', id)
      .$call(firstRow(configurationRow));
  }

  async list(organisationId?: string): Promise<readonly ConfigurationRow[]> {
    const all = this.db.selectFrom('configurations').selectAll();
    const wanted =
      organisationId === undefined ? all : all.where('organisation_id', '=', organisationId);
    return wanted.orderBy('created_at').orderBy('id').$call(allRows(configurationRow));
  }

  /**
   * Deletes a configuration with the events stored for it; its id stays reserved for the organisation.
   * @returns false when there is no such configuration.
   */
  async remove(id: string): Promise<boolean> {
    return this.db.deleteFrom('configurations').where('id', '=', id).$call(hasWritten);
  }

  /** @returns false when the organisation has a branch of this name. */
  async createBranch(id: string, organisationId: string, name: string): Promise<boolean> {
    return this.db
      .insertInto('branches')
      .values({ id, organisation_id: organisationId, name, created_at: this.now() })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'name']).doNothing())
      .$call(hasWritten);
  }

  async branches(organisationId: string): Promise<readonly BranchRow[]> {
    return this.db
      .selectFrom('branches')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('name')
      .$call(allRows(branchRow));
  }
}
