// SPDX-License-Identifier: Apache-2.0
import type { ExpressionBuilder } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Owner } from '../../platform/http/principal.ts';
import type { Database, Tables } from '../../platform/storage/database.ts';
import { ErasingRepository } from '../../platform/storage/repository.ts';
import { count, firstRow, hasWritten } from '../../platform/storage/rows.ts';
import {
  countMatching,
  selectPage,
  whereDefined,
  whereWithin,
  type Page,
  type PageOfRows,
  type Period,
  type Sort,
} from '../../platform/storage/list-query.ts';
import { lockForUpdate, lockParent, rowLocked } from '../../platform/storage/transactions.ts';
import type { Scope } from './measurement-repository.ts';
import { profileRow } from './tables.ts';

/** Most profiles of one person, far more than anybody needs: a program must not fill the database. */
export const PROFILES_PER_PERSON = 1_000;

const listedRow = z.extend(profileRow, {
  owner_email: z.nullable(z.string()),
  measurements: count,
});
export type ProfileRow = z.output<typeof listedRow>;

/** Columns to sort a list by, under the clients' names. */
export const SORTABLE_PROFILES = {
  Created: 'created_at',
  Updated: 'updated_at',
  Name: 'name',
  Email: 'email',
  Status: 'status',
} as const;

export interface ProfileFilter extends ProfileSelection, Page {
  readonly sort?: Sort<(typeof SORTABLE_PROFILES)[keyof typeof SORTABLE_PROFILES]>;
}

interface ProfileSelection extends Period {
  readonly owner: Scope;
  readonly id?: string;
  readonly name?: string;
  readonly status?: string;
  /** The owner: an account's id, or its e-mail address in lower case. */
  readonly userId?: string;
  readonly ownerEmail?: string;
}

/** A person's profiles belong to them on every device; others belong to the device that created them. */
const inScope = (scope: Scope) => (build: ExpressionBuilder<Tables, 'profiles'>) => {
  if ('wholeOrganisation' in scope) {
    return build('profiles.organisation_id', '=', scope.wholeOrganisation);
  }
  return scope.userId === null
    ? build.and([
        build('profiles.device_id', '=', scope.deviceId),
        build('profiles.user_id', 'is', null),
      ])
    : build('profiles.user_id', '=', scope.userId);
};

interface NewProfile {
  readonly id: string;
  readonly organisationId: string;
  readonly owner: Owner;
  readonly name: string;
  readonly email: string;
}

/** Locks the person and the device of a session. @returns false when either was deleted. */
async function lockOwner(db: Database, { deviceId, userId }: Owner): Promise<boolean> {
  // The person first, as in their deletion, to avoid deadlocks; alone, so that their profiles are counted one by one.
  if (userId !== null && !(await lockForUpdate(db, 'users', userId))) return false;
  return lockParent(db, 'devices', deviceId);
}

async function insertProfile(db: Database, profile: NewProfile, now: number): Promise<void> {
  await db
    .insertInto('profiles')
    .values({
      id: profile.id,
      organisation_id: profile.organisationId,
      device_id: profile.owner.deviceId,
      user_id: profile.owner.userId,
      name: profile.name,
      email: profile.email,
      status: 'ACTIVE',
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Profiles; every call names their owner. */
export class ProfileRepository extends ErasingRepository {
  /**
   * Creates a profile. A device of many people may have any number.
   * @returns false when its owner was deleted.
   * @throws ServiceError RATE_LIMIT beyond {@link PROFILES_PER_PERSON}.
   */
  async create(profile: NewProfile): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      if (!(await lockOwner(db, profile.owner))) return false;
      const { userId } = profile.owner;
      const ofPerson = db.selectFrom('profiles').where('user_id', '=', userId);
      if (userId !== null && (await countMatching(ofPerson)) >= PROFILES_PER_PERSON)
        throw new ServiceError(
          'RATE_LIMIT',
          `A person has at most ${String(PROFILES_PER_PERSON)} profiles.`,
        );
      await insertProfile(db, profile, this.now());
      return true;
    });
  }

  /** Creates a profile for a person who has none; of concurrent calls only one does. */
  async createFirst(profile: NewProfile & { readonly owner: { readonly userId: string } }) {
    await rowLocked(this.db).execute(async (db) => {
      const { userId } = profile.owner;
      const person = await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      const present = await db
        .selectFrom('profiles')
        .select('id')
        .where('user_id', '=', userId)
        .limit(1)
        .executeTakeFirst();
      if (person === undefined || present !== undefined) return;
      await insertProfile(db, profile, this.now());
    });
  }

  #profiles({ owner, id, name, status, userId, ownerEmail, ...period }: ProfileSelection) {
    const all = this.db.selectFrom('profiles').where(inScope(owner));
    const named = whereDefined(all, {
      'profiles.id': id,
      'profiles.name': name,
      'profiles.status': status,
      'profiles.user_id': userId,
    });
    const wanted = whereWithin(named, 'profiles.created_at', period)
      .selectAll()
      .select((build) => [
        build
          .selectFrom('measurements')
          .whereRef('measurements.profile_id', '=', 'profiles.id')
          .select(({ fn }) => fn.countAll().as('n'))
          .as('measurements'),
        build
          .selectFrom('users')
          .whereRef('users.id', '=', 'profiles.user_id')
          .select('users.email')
          .as('owner_email'),
      ]);
    if (ownerEmail === undefined) return wanted;
    return wanted.where('profiles.user_id', 'in', (build) =>
      build.selectFrom('users').select('users.id').where('users.email', '=', ownerEmail),
    );
  }

  async find(owner: Scope, id: string): Promise<ProfileRow | null> {
    return this.#profiles({ owner, id }).$call(firstRow(listedRow));
  }

  list(filter: ProfileFilter): Promise<PageOfRows<ProfileRow>> {
    return selectPage(this.#profiles(filter), listedRow, 'profiles', filter);
  }

  /** @returns false when there is no such profile in the scope. */
  async update(
    owner: Scope,
    id: string,
    change: {
      readonly name?: string;
      readonly email?: string;
      readonly status?: string;
    },
  ): Promise<boolean> {
    const { name, email, status } = change;
    return this.db
      .updateTable('profiles')
      .set({
        updated_at: this.now(),
        name,
        email,
        status,
      })
      .where('id', '=', id)
      .where(inScope(owner))
      .$call(hasWritten);
  }

  /** Deletes a profile; its measurements remain without one. @returns false when there is none in the scope. */
  async remove(owner: Scope, id: string): Promise<boolean> {
    const isRemoved = await this.db
      .deleteFrom('profiles')
      .where('id', '=', id)
      .where(inScope(owner))
      .$call(hasWritten);
    if (isRemoved) await this.erased();
    return isRemoved;
  }
}
