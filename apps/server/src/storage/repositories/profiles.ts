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

export interface ProfileFilter {
  readonly deviceId: string;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

interface Selection {
  readonly deviceId: string;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
}

/** Profiles; every call names the device that owns them. */
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
    readonly deviceId: string;
    readonly name: string;
    readonly email: string;
  }): Promise<void> {
    const now = this.#now();
    await this.#db
      .insertInto('profiles')
      .values({
        id: profile.id,
        organisation_id: profile.organisationId,
        device_id: profile.deviceId,
        name: profile.name,
        email: profile.email,
        status: 'ACTIVE',
        created_at: now,
        updated_at: now,
      })
      .execute();
  }

  #filtered({ deviceId, id, name, status }: Selection) {
    let query = this.#db.selectFrom('profiles').where('device_id', '=', deviceId);
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

  async find(deviceId: string, id: string): Promise<ProfileRow | null> {
    const row = await this.#withCounts({ deviceId, id }).executeTakeFirst();
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
