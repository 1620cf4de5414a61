// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { ExpressionBuilder } from 'kysely';
import type { Owner } from '../../platform/http/principal.ts';
import type { Tables } from '../../platform/storage/database.ts';
import { Repository } from '../../platform/storage/repository.ts';
import { allRows, count, firstRow } from '../../platform/storage/rows.ts';
import {
  selectPage,
  unindexed,
  whereDefined,
  whereWithin,
  type Page,
  type PageOfRows,
  type Period,
  type Sort,
} from '../../platform/storage/list-query.ts';
import { prepared } from '../../platform/storage/prepared.ts';
import { installationRow, studyRow } from './tables.ts';

export type StudyRow = z.output<typeof studyRow>;

const countedStudyRow = z.extend(studyRow, { measurements: count, participants: count });
export type CountedStudyRow = z.output<typeof countedStudyRow>;

const installationNames = z.omit(installationRow, { id: true, secrets_id: true });
export type InstallationRow = z.output<typeof installationNames>;

export interface NewLicence {
  readonly id: string;
  readonly organisationId: string;
  readonly keyHash: string;
  readonly kind: 'guest' | 'demo';
}

/** Columns by which a list of studies can be sorted, by their names for clients. */
export const SORTABLE_STUDIES = {
  Created: 'created_at',
  Updated: 'updated_at',
  Name: 'name',
  StatusID: 'status',
} as const;

export interface StudyFilter extends StudySelection, Page {
  readonly sort?: Sort<(typeof SORTABLE_STUDIES)[keyof typeof SORTABLE_STUDIES]>;
}

interface StudySelection extends Period {
  readonly organisationId: string;
  readonly id?: string;
  readonly status?: string;
  readonly name?: string;
  /** Whose measurements are counted; those of everybody by default. */
  readonly countsOf?: Owner | undefined;
}

/** Chooses the measurements that are counted. */
const countedFor =
  (owner: Owner | undefined) => (build: ExpressionBuilder<Tables, 'measurements' | 'studies'>) => {
    const study = build.ref('studies.id');
    if (owner === undefined) return build('measurements.study_id', '=', study);
    const ofStudy = build(unindexed('measurements.study_id'), '=', study);
    const ofDevice = build('measurements.device_id', '=', owner.deviceId);
    if (owner.userId === null) return build.and([ofStudy, ofDevice]);
    return build.and([
      ofStudy,
      build.or([ofDevice, build('measurements.user_id', '=', owner.userId)]),
    ]);
  };

const ONLY = 'installation';

/** Read before each measurement begins. */
const selectStudyStatus = prepared(
  (db, values: { readonly organisationId: string; readonly id: string }) =>
    db
      .selectFrom('studies')
      .select('status')
      .where('organisation_id', '=', values.organisationId)
      .where('id', '=', values.id),
);

/** Organisations with their studies, licences and the installation's own row. */
export class OrganisationRepository extends Repository {
  async installation(): Promise<InstallationRow | null> {
    return this.db
      .selectFrom('installations')
      .selectAll()
      .where('id', '=', ONLY)
      .$call(firstRow(installationNames));
  }

  /** Stores the id of the installation's secrets unless one is stored already. @returns the stored id. */
  async adoptSecrets(id: string): Promise<string> {
    await this.db
      .updateTable('installations')
      .set({ secrets_id: id })
      .where('id', '=', ONLY)
      .where('secrets_id', '=', '')
      .execute();
    return this.secretsId();
  }

  /** The id of the secrets that this installation is used with; empty until it is stored. */
  async secretsId(): Promise<string> {
    const row = await this.db
      .selectFrom('installations')
      .select('secrets_id')
      .where('id', '=', ONLY)
      .executeTakeFirstOrThrow();
    return row.secrets_id;
  }

  /** Creates organisation, study and guest licence of the installation in one transaction. */
  async createInstallation(
    installation: InstallationRow,
    names: { readonly organisation: string; readonly study: string; readonly description: string },
    guestKeyHash: string,
  ): Promise<void> {
    const now = this.now();
    const { organisation_id, study_id, guest_licence_id } = installation;
    await this.db.transaction().execute(async (db) => {
      await db
        .insertInto('organisations')
        .values({ id: organisation_id, name: names.organisation, created_at: now })
        .execute();
      await db
        .insertInto('studies')
        .values({
          id: study_id,
          organisation_id,
          name: names.study,
          description: names.description,
          status: 'ACTIVE',
          created_at: now,
          updated_at: now,
        })
        .execute();
      await db
        .insertInto('licences')
        .values({
          id: guest_licence_id,
          organisation_id,
          key_hash: guestKeyHash,
          kind: 'guest',
          active: 1,
          created_at: now,
        })
        .execute();
      await db
        .insertInto('installations')
        .values({ id: ONLY, ...installation })
        .execute();
    });
  }

  /** Adds a licence, or reactivates the one with this key. */
  async activateLicence(licence: NewLicence): Promise<void> {
    await this.db
      .insertInto('licences')
      .values({
        id: licence.id,
        organisation_id: licence.organisationId,
        key_hash: licence.keyHash,
        kind: licence.kind,
        active: 1,
        created_at: this.now(),
      })
      .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ active: 1 }))
      .execute();
  }

  async activeLicence(
    keyHash: string,
  ): Promise<{ readonly id: string; readonly organisationId: string } | null> {
    const row = await this.db
      .selectFrom('licences')
      .select(['id', 'organisation_id'])
      .where('key_hash', '=', keyHash)
      .where('active', '=', 1)
      .executeTakeFirst();
    return row === undefined ? null : { id: row.id, organisationId: row.organisation_id };
  }

  async saveConfiguration(id: string, installation: InstallationRow, code: string): Promise<void> {
    await this.db
      .insertInto('configurations')
      .values({
        id,
        organisation_id: installation.organisation_id,
        study_id: installation.study_id,
        access_code: code,
        created_at: this.now(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  async removeConfiguration(id: string, organisationId: string): Promise<void> {
    await this.db
      .deleteFrom('configurations')
      .where('id', '=', id)
      .where('organisation_id', '=', organisationId)
      .execute();
  }

  #studies({ organisationId, id, status, name, countsOf, ...period }: StudySelection) {
    const wanted = whereDefined(this.db.selectFrom('studies'), {
      'studies.organisation_id': organisationId,
      'studies.id': id,
      'studies.status': status,
      'studies.name': name,
    });
    return whereWithin(wanted, 'studies.created_at', period)
      .selectAll()
      .select((build) => [
        build
          .selectFrom('measurements')
          .where(countedFor(countsOf))
          .select(({ fn }) => fn.countAll().as('n'))
          .as('measurements'),
        build
          .selectFrom('measurements')
          .where(countedFor(countsOf))
          .select(({ fn }) => fn.count('measurements.device_id').distinct().as('n'))
          .as('participants'),
      ]);
  }

  /** @returns null when the organisation has no such study. */
  async studyStatus(organisationId: string, id: string): Promise<string | null> {
    const { rows } = await selectStudyStatus(this.db, { organisationId, id });
    return rows[0]?.status ?? null;
  }

  /**
   * A study with its counts of measurements and participants, which take longer the more there are.
   * @param countsOf whose measurements are counted; those of everybody where it is undefined.
   */
  async study(
    organisationId: string,
    id: string,
    countsOf: Owner | undefined,
  ): Promise<CountedStudyRow | null> {
    return this.#studies({ organisationId, id, countsOf }).$call(firstRow(countedStudyRow));
  }

  /** The studies of an organisation without counts, oldest first. */
  async studies(organisationId: string): Promise<readonly StudyRow[]> {
    return this.db
      .selectFrom('studies')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('created_at')
      .orderBy('id')
      .$call(allRows(studyRow));
  }

  listStudies(filter: StudyFilter): Promise<PageOfRows<CountedStudyRow>> {
    return selectPage(this.#studies(filter), countedStudyRow, 'studies', filter);
  }
}
