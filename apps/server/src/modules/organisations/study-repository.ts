// SPDX-License-Identifier: Apache-2.0
import type { Database } from '../../platform/storage/database.ts';
import { Repository } from '../../platform/storage/repository.ts';
import { hasWritten } from '../../platform/storage/rows.ts';
import { rowLocked } from '../../platform/storage/transactions.ts';
import { lockOrganisation } from './lock-organisation.ts';

export interface StudyChange {
  readonly name?: string;
  readonly description?: string;
  readonly status?: string;
  readonly config?: Readonly<Record<string, string>>;
}

/** Outcome of the deletion of a study. */
export type StudyRemoval = 'removed' | 'unknown' | 'in-use';

/**
 * Locks the organisation, so that no study takes the name until the transaction ends.
 * @returns the ids of studies with the name: several if they were created before names were unique.
 */
export async function lockStudiesNamed(
  db: Database,
  organisationId: string,
  name: string,
): Promise<readonly string[]> {
  await lockOrganisation(db, organisationId);
  const rows = await db
    .selectFrom('studies')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .execute();
  return rows.map(({ id }) => id);
}

/** Studies, as changed by the staff of an organisation. */
export class StudyRepository extends Repository {
  /**
   * The study that measurements of an organisation belong to.
   * @param named the study that the person came for; used while the organisation has it, active or not.
   * @returns that one, else the oldest active one; null where there is none.
   */
  async toMeasureFor(organisationId: string, named: string | null): Promise<string | null> {
    const ofOrganisation = this.db
      .selectFrom('studies')
      .select('id')
      .where('organisation_id', '=', organisationId);
    const chosen =
      named === null ? undefined : await ofOrganisation.where('id', '=', named).executeTakeFirst();
    if (chosen !== undefined) return chosen.id;
    const oldest = await ofOrganisation
      .where('status', '=', 'ACTIVE')
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst();
    return oldest?.id ?? null;
  }

  /** `unknown`: the organisation has no such study. `taken`: it has another one of the new name. */
  async update(
    organisationId: string,
    id: string,
    change: StudyChange,
  ): Promise<'done' | 'unknown' | 'taken'> {
    const { name, description, status, config } = change;
    return rowLocked(this.db).execute(async (db) => {
      const named = name === undefined ? [] : await lockStudiesNamed(db, organisationId, name);
      if (named.length > 0 && !named.includes(id)) return 'taken';
      const isFound = await db
        .updateTable('studies')
        .set({
          updated_at: this.now(),
          name,
          description,
          status,
          config: config === undefined ? undefined : JSON.stringify(config),
        })
        .where('id', '=', id)
        .where('organisation_id', '=', organisationId)
        .$call(hasWritten);
      return isFound ? 'done' : 'unknown';
    });
  }

  /** Deletes a study that no measurement, access code, configuration or installation references. */
  async remove(organisationId: string, id: string): Promise<StudyRemoval> {
    return rowLocked(this.db).execute(async (db): Promise<StudyRemoval> => {
      // Locked, so that no reference to it is added after the check for references.
      const study = await db
        .selectFrom('studies')
        .select('id')
        .where('id', '=', id)
        .where('organisation_id', '=', organisationId)
        .forUpdate()
        .executeTakeFirst();
      if (study === undefined) return 'unknown';
      for (const table of [
        'measurements',
        'access_codes',
        'configurations',
        'installations',
      ] as const) {
        const user = await db
          .selectFrom(table)
          .select('study_id')
          .where('study_id', '=', id)
          .limit(1)
          .executeTakeFirst();
        if (user !== undefined) return 'in-use';
      }
      await db.deleteFrom('studies').where('id', '=', id).execute();
      return 'removed';
    });
  }
}
