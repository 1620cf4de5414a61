// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Database } from '../database.ts';
import { count, flag, time } from '../rows.ts';

const userRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  email: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  password_hash: z.nullable(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
  verified: flag,
  created_at: time,
  updated_at: time,
});
export type UserRow = z.output<typeof userRow>;

export interface NewUser {
  readonly id: string;
  readonly organisationId: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly passwordHash: string | null;
  /** Whether a mail was proven to reach them. */
  readonly isVerified?: boolean;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** What a person signs in with, within their organisation. */
export type LoginName = { readonly email: string } | { readonly phoneNumber: string };

/** People with accounts. */
export class UserRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** @returns false when the organisation has an account with this e-mail or phone number. */
  async create(user: NewUser): Promise<boolean> {
    const now = this.#now();
    const result = await this.#db
      .insertInto('users')
      .values({
        id: user.id,
        organisation_id: user.organisationId,
        email: user.email,
        phone_number: user.phoneNumber,
        password_hash: user.passwordHash,
        first_name: user.firstName ?? '',
        last_name: user.lastName ?? '',
        status: 'ACTIVE',
        verified: user.isVerified === true ? 1 : 0,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  async find(id: string): Promise<UserRow | null> {
    const row = await this.#db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : userRow.parse(row);
  }

  async findByName(organisationId: string, name: LoginName): Promise<UserRow | null> {
    const all = this.#db
      .selectFrom('users')
      .selectAll()
      .where('organisation_id', '=', organisationId);
    const named =
      'email' in name
        ? all.where('email', '=', name.email)
        : all.where('phone_number', '=', name.phoneNumber);
    const row = await named.executeTakeFirst();
    return row === undefined ? null : userRow.parse(row);
  }

  async list(page: {
    readonly organisationId?: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly rows: readonly UserRow[]; readonly total: number }> {
    const all = this.#db.selectFrom('users');
    const wanted =
      page.organisationId === undefined
        ? all
        : all.where('organisation_id', '=', page.organisationId);
    const rows = await wanted
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const { total } = await wanted
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return { rows: z.array(userRow).parse(rows), total: count.parse(total) };
  }

  /** Sets the password; the person proved to be reached when `verified`. */
  async setPassword(id: string, hash: string, verified: boolean): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({
        password_hash: hash,
        updated_at: this.#now(),
        ...(verified ? { verified: 1 } : {}),
      })
      .where('id', '=', id)
      .execute();
  }

  async setVerified(id: string): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ verified: 1, updated_at: this.#now() })
      .where('id', '=', id)
      .where('verified', '=', 0)
      .execute();
  }

  /** @returns false when there is no such person. */
  async setStatus(id: string, status: UserRow['status']): Promise<boolean> {
    const result = await this.#db
      .updateTable('users')
      .set({ status, updated_at: this.#now() })
      .where('id', '=', id)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** Deletes the account with everything that belongs to it. @returns false when there is no such person. */
  async remove(id: string): Promise<boolean> {
    const result = await this.#db.deleteFrom('users').where('id', '=', id).executeTakeFirst();
    return result.numDeletedRows > 0n;
  }
}
