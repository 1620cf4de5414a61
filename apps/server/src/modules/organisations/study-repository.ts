// SPDX-License-Identifier: Apache-2.0
import type { Database } from '../../platform/storage/database.ts';
import { rowLocked } from '../../platform/storage/transactions.ts';

export interface StudyChange {
  readonly name?: string;
  readonly description?: string;
  readonly status?: string;
  readonly config?: Readonly<Record<string, string>>;
}

/** What became of a study that was to be deleted. */
export type StudyRemoval = 'removed' | 'unknown' | 'in-use';

/** Studies as the staff of an organisation changes them. */
export class StudyRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * The study that measurements of an organisation belong to.
   * @param named the one that the person came for; it counts while the organisation has it, active or not.
   * @returns that one, else the oldest active one; null where there is none.
   */
  async toMeasureFor(organisationId: string, named: string | null): Promise<string | null> {
    const ofOrganisation = this.#db
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

  /** @returns false when the organisation has no such study. */
  async update(organisationId: string, id: string, change: StudyChange): Promise<boolean> {
    const { name, description, status, config } = change;
    const result = await this.#db
      .updateTable('studies')
      .set({
        updated_at: this.#now(),
        name,
        description,
        status,
        config: config === undefined ? undefined : JSON.stringify(config),
      })
      .where('id', '=', id)
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** Deletes a study that neither a measurement, an access code, a configuration nor the installation names. */
  async remove(organisationId: string, id: string): Promise<StudyRemoval> {
    return rowLocked(this.#db).execute(async (db): Promise<StudyRemoval> => {
      // Locked, so that nothing begins to name it after the look for what does.
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
