// SPDX-License-Identifier: Apache-2.0
import { Repository } from '../../platform/storage/repository.ts';
import {
  allRows,
  countWritten,
  firstRow,
  hasWritten,
  toFlag,
} from '../../platform/storage/rows.ts';
import { lockParent, rowLocked } from '../../platform/storage/transactions.ts';
import { lockStudiesNamed } from './study-repository.ts';
import {
  accessCodeRow,
  ENDED_SESSION,
  licenceRow,
  organisationRow,
  type AccessCodeRow,
  type LicenceRow,
  type OrganisationRow,
} from './tables.ts';

/** The fields of an organisation that an operator sets. */
export type OrganisationDetails = Omit<OrganisationRow, 'id' | 'created_at' | 'updated_at'>;

/** Most devices that one statement deletes: it blocks the embedded store. */
const SLICE = 500;

/** Computes a change from the present row. */
export type OrganisationUpdate = (present: OrganisationRow) => Partial<OrganisationDetails>;

function columns(details: Partial<OrganisationDetails>) {
  const { addresses, password_policy, allow_signup, ...plain } = details;
  return {
    ...plain,
    ...(addresses !== undefined && { addresses: JSON.stringify(addresses) }),
    ...(password_policy !== undefined && { password_policy: JSON.stringify(password_policy) }),
    ...(allow_signup !== undefined && { allow_signup: toFlag(allow_signup) }),
  };
}

/** Organisations by their public names, with their access codes, studies and licences. */
export class OrganisationDirectory extends Repository {
  /** @returns false when the identifier is taken. */
  async create(
    id: string,
    details: Partial<OrganisationDetails> & { readonly name: string; readonly identifier: string },
  ): Promise<boolean> {
    const now = this.now();
    return this.db
      .insertInto('organisations')
      .values({
        id,
        ...columns(details),
        name: details.name,
        identifier: details.identifier,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .$call(hasWritten);
  }

  /**
   * Suspending it ends the tokens of its devices and people.
   * @param change gets the locked, present row. @returns false when there is none.
   */
  async update(id: string, change: OrganisationUpdate): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      const row = await db
        .selectFrom('organisations')
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (row === undefined) return false;
      const details = change(organisationRow.parse(row));
      await db
        .updateTable('organisations')
        // Later than before, whatever the clock says: it distinguishes versions.
        .set({ ...columns(details), updated_at: Math.max(this.now(), row.updated_at + 1) })
        .where('id', '=', id)
        .execute();
      if (details.status === 'SUSPENDED') {
        await db
          .updateTable('token_families')
          .set(ENDED_SESSION)
          .where('organisation_id', '=', id)
          .where('revoked', '=', 0)
          .execute();
      }
      return true;
    });
  }

  /** Deletes an organisation with everything that belongs to it. @returns false when there is none. */
  async remove(id: string): Promise<boolean> {
    // Guests may have many devices: other requests are served in between.
    for (let deleted = SLICE; deleted === SLICE;) {
      deleted = await this.db
        .deleteFrom('devices')
        .where('id', 'in', (build) =>
          build.selectFrom('devices').select('id').where('organisation_id', '=', id).limit(SLICE),
        )
        .$call(countWritten);
    }
    return this.db.transaction().execute(async (db) => {
      // The e-mails of pending sign-ups, whose job ids are the hashes of their links.
      await db
        .deleteFrom('jobs')
        .where('id', 'in', (build) =>
          build.selectFrom('sign_ups').select('hash').where('organisation_id', '=', id),
        )
        .execute();
      return db.deleteFrom('organisations').where('id', '=', id).$call(hasWritten);
    });
  }

  async #one(column: 'id' | 'identifier', value: string): Promise<OrganisationRow | null> {
    return this.db
      .selectFrom('organisations')
      .selectAll()
      .where(column, '=', value)
      .$call(firstRow(organisationRow));
  }

  find = (id: string): Promise<OrganisationRow | null> => this.#one('id', id);
  findByIdentifier = (identifier: string): Promise<OrganisationRow | null> =>
    this.#one('identifier', identifier);

  async list(): Promise<readonly OrganisationRow[]> {
    return this.db
      .selectFrom('organisations')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .$call(allRows(organisationRow));
  }

  /** The organisation of a configuration. */
  async ofConfiguration(configId: string): Promise<OrganisationRow | null> {
    return this.db
      .selectFrom('configurations')
      .innerJoin('organisations', 'organisations.id', 'configurations.organisation_id')
      .selectAll('organisations')
      .where('configurations.id', '=', configId)
      .$call(firstRow(organisationRow));
  }

  /** The organisation of an access code that works now. */
  async ofAccessCode(code: string): Promise<OrganisationRow | null> {
    return this.db
      .selectFrom('access_codes')
      .innerJoin('organisations', 'organisations.id', 'access_codes.organisation_id')
      .selectAll('organisations')
      .where('access_codes.code', '=', code)
      .where('access_codes.active', '=', 1)
      .where((build) =>
        build.or([
          build('access_codes.expires_at', 'is', null),
          build('access_codes.expires_at', '>', this.now()),
        ]),
      )
      .$call(firstRow(organisationRow));
  }

  /** The study of an access code, whether or not it still works. */
  async studyOfAccessCode(code: string): Promise<string | null> {
    const row = await this.db
      .selectFrom('access_codes')
      .select('study_id')
      .where('code', '=', code)
      .executeTakeFirst();
    return row?.study_id ?? null;
  }

  async studyOfConfiguration(configId: string): Promise<string | null> {
    const row = await this.db
      .selectFrom('configurations')
      .select('study_id')
      .where('id', '=', configId)
      .executeTakeFirst();
    return row?.study_id ?? null;
  }

  /** Adds an access code, or reactivates it. `taken`: another organisation has it. */
  async saveAccessCode(code: {
    readonly code: string;
    readonly organisationId: string;
    readonly studyId: string;
    readonly expiresAt?: number | null;
  }): Promise<'done' | 'taken' | 'no study'> {
    const { organisationId, studyId } = code;
    const changed = {
      active: toFlag(true),
      study_id: studyId,
      expires_at: code.expiresAt ?? null,
    };
    return rowLocked(this.db).execute(async (db) => {
      if (!(await lockParent(db, 'studies', studyId))) return 'no study';
      const isNew = await db
        .insertInto('access_codes')
        .values({
          code: code.code,
          organisation_id: organisationId,
          ...changed,
          created_at: this.now(),
        })
        .onConflict((conflict) =>
          conflict
            .column('code')
            .doUpdateSet(changed)
            .where('access_codes.organisation_id', '=', organisationId),
        )
        .$call(hasWritten);
      return isNew ? 'done' : 'taken';
    });
  }

  /** @returns false when there is no such code. */
  async deactivateAccessCode(code: string): Promise<boolean> {
    return this.db
      .updateTable('access_codes')
      .set({ active: 0 })
      .where('code', '=', code)
      .$call(hasWritten);
  }

  async accessCodes(organisationId: string): Promise<readonly AccessCodeRow[]> {
    return this.db
      .selectFrom('access_codes')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('created_at')
      .$call(allRows(accessCodeRow));
  }

  /** @returns false when the organisation has a study of this name. */
  async createStudy(study: {
    readonly id: string;
    readonly organisationId: string;
    readonly name: string;
    readonly description: string;
  }): Promise<boolean> {
    const now = this.now();
    return rowLocked(this.db).execute(async (db) => {
      if ((await lockStudiesNamed(db, study.organisationId, study.name)).length > 0) return false;
      await db
        .insertInto('studies')
        .values({
          id: study.id,
          organisation_id: study.organisationId,
          name: study.name,
          description: study.description,
          status: 'ACTIVE',
          created_at: now,
          updated_at: now,
        })
        .execute();
      return true;
    });
  }

  async createLicence(licence: {
    readonly id: string;
    readonly organisationId: string;
    readonly keyHash: string;
    readonly name: string;
  }): Promise<void> {
    await this.db
      .insertInto('licences')
      .values({
        id: licence.id,
        organisation_id: licence.organisationId,
        key_hash: licence.keyHash,
        kind: 'organisation',
        name: licence.name,
        active: 1,
        created_at: this.now(),
      })
      .execute();
  }

  async licences(organisationId: string): Promise<readonly LicenceRow[]> {
    return this.db
      .selectFrom('licences')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('created_at')
      .$call(allRows(licenceRow));
  }

  /** @returns false when there is no such licence of visitors by link. */
  async activateVisitors(id: string): Promise<boolean> {
    return this.db
      .updateTable('licences')
      .set({ active: 1 })
      .where('id', '=', id)
      .where('kind', '=', 'visitor')
      .$call(hasWritten);
  }

  /**
   * Stops licences, every token of their devices, and the sessions of people who signed in on those.
   * @returns false when there is no such licence.
   */
  async deactivateLicences(by: 'id' | 'kind', value: string): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      // Locks the licences, so that devices being registered and sessions being opened on them end too.
      const isFound = await db
        .updateTable('licences')
        .set({ active: 0 })
        .where(by, '=', value)
        .$call(hasWritten);
      await db
        .updateTable('token_families')
        .set(ENDED_SESSION)
        .where('revoked', '=', 0)
        .where((build) => {
          const devices = build
            .selectFrom('devices')
            .innerJoin('licences', 'licences.id', 'devices.licence_id')
            .select('devices.id')
            .where(`licences.${by}`, '=', value);
          return build.or([
            build('device_id', 'in', devices),
            build('signed_in_on', 'in', devices),
          ]);
        })
        .execute();
      return isFound;
    });
  }
}
