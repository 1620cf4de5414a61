// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Database } from '../database.ts';
import { count, time } from '../rows.ts';

const profileRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.string(),
  measurements: count,
  created_at: time,
  updated_at: time,
});
export type ProfileRow = z.output<typeof profileRow>;

/** A person's profiles are theirs on every device; others belong to the device that made them. */
export interface ProfileOwner {
  readonly deviceId: string;
  readonly userId: string | null;
}

export interface ProfileFilter {
  readonly owner: ProfileOwner;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

interface Selection {
  readonly owner: ProfileOwner;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
}

/** Profiles; every call names their owner. */
export class ProfileRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  async create(profile: {
    readonly id: string;
    readonly organisationId: string;
    readonly owner: ProfileOwner;
    readonly name: string;
    readonly email: string;
  }): Promise<void> {
    const now = this.#now();
    await this.#db
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

  #filtered({ owner, id, name, status }: Selection) {
    const all = this.#db.selectFrom('profiles');
    let query =
      owner.userId === null
        ? all.where('device_id', '=', owner.deviceId).where('user_id', 'is', null)
        : all.where('user_id', '=', owner.userId);
    if (id !== undefined) query = query.where('id', '=', id);
    if (name !== undefined) query = query.where('name', '=', name);
    if (status !== undefined) query = query.where('status', '=', status);
    return query;
  }

  #withCounts(selection: Selection) {
    return this.#filtered(selection)
      .selectAll()
      .select((build) =>
        build
          .selectFrom('measurements')
          .whereRef('measurements.profile_id', '=', 'profiles.id')
          .select(({ fn }) => fn.countAll().as('n'))
          .as('measurements'),
      );
  }

  async find(owner: ProfileOwner, id: string): Promise<ProfileRow | null> {
    const row = await this.#withCounts({ owner, id }).executeTakeFirst();
    return row === undefined ? null : profileRow.parse(row);
  }

  async list(
    filter: ProfileFilter,
  ): Promise<{ readonly rows: readonly ProfileRow[]; readonly total: number }> {
    const rows = await this.#withCounts(filter)
      .orderBy('created_at')
      .orderBy('id')
      .limit(filter.limit)
      .offset(filter.offset)
      .execute();
    const { total } = await this.#filtered(filter)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return { rows: z.array(profileRow).parse(rows), total: count.parse(total) };
  }
}
