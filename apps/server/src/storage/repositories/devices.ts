// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Database } from '../database.ts';
import { count, flag, time } from '../rows.ts';

const familyRow = z.object({
  id: z.string(),
  device_id: z.string(),
  organisation_id: z.string(),
  generation: count,
  revoked: flag,
  access_lifetime_s: count,
  expires_at: time,
});
export type TokenFamily = z.output<typeof familyRow>;

const refreshRow = z.object({ family_id: z.string(), used: flag, expires_at: time });

export interface NewDevice {
  readonly id: string;
  readonly organisationId: string;
  readonly licenceId: string;
  readonly type: string;
  readonly name: string;
  readonly identifier: string;
  readonly version: string;
}

export interface NewFamily {
  readonly id: string;
  readonly accessLifetimeS: number;
  readonly refreshHash: string;
  readonly expiresAt: number;
}

/** What became of a refresh token that was presented. */
export type Rotation =
  | { readonly outcome: 'rotated'; readonly family: TokenFamily }
  | { readonly outcome: 'unknown' | 'expired' | 'reused' };

/** Devices and the token families issued to them. */
export class DeviceRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  async register(device: NewDevice, family: NewFamily): Promise<void> {
    const now = this.#now();
    await this.#db.transaction().execute(async (db) => {
      await db
        .insertInto('devices')
        .values({
          id: device.id,
          organisation_id: device.organisationId,
          licence_id: device.licenceId,
          type: device.type,
          name: device.name,
          identifier: device.identifier,
          version: device.version,
          created_at: now,
        })
        .execute();
      await db
        .insertInto('token_families')
        .values({
          id: family.id,
          device_id: device.id,
          organisation_id: device.organisationId,
          generation: 1,
          revoked: 0,
          access_lifetime_s: family.accessLifetimeS,
          expires_at: family.expiresAt,
        })
        .execute();
      await db
        .insertInto('refresh_tokens')
        .values({
          hash: family.refreshHash,
          family_id: family.id,
          used: 0,
          expires_at: family.expiresAt,
        })
        .execute();
    });
  }

  async family(id: string): Promise<TokenFamily | null> {
    const row = await this.#db
      .selectFrom('token_families')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : familyRow.parse(row);
  }

  /**
   * Exchanges a refresh token for the next one of its family. A token that was used before is taken for stolen: the
   * whole family is revoked.
   */
  async rotate(
    familyId: string,
    presentedHash: string,
    next: { readonly hash: string; readonly expiresAt: number },
  ): Promise<Rotation> {
    return this.#db.transaction().execute(async (db): Promise<Rotation> => {
      const found = await db
        .selectFrom('refresh_tokens')
        .select(['family_id', 'used', 'expires_at'])
        .where('hash', '=', presentedHash)
        .where('family_id', '=', familyId)
        .executeTakeFirst();
      if (found === undefined) return { outcome: 'unknown' };
      const token = refreshRow.parse(found);
      const row = await db
        .selectFrom('token_families')
        .selectAll()
        .where('id', '=', token.family_id)
        .executeTakeFirstOrThrow();
      const family = familyRow.parse(row);
      if (family.revoked) return { outcome: 'unknown' };
      if (token.used) {
        await db
          .updateTable('token_families')
          .set({ revoked: 1 })
          .where('id', '=', family.id)
          .execute();
        return { outcome: 'reused' };
      }
      if (token.expires_at <= this.#now()) return { outcome: 'expired' };
      const generation = family.generation + 1;
      await db
        .updateTable('refresh_tokens')
        .set({ used: 1 })
        .where('hash', '=', presentedHash)
        .execute();
      await db
        .insertInto('refresh_tokens')
        .values({ hash: next.hash, family_id: family.id, used: 0, expires_at: next.expiresAt })
        .execute();
      await db
        .updateTable('token_families')
        .set({ generation, expires_at: next.expiresAt })
        .where('id', '=', family.id)
        .execute();
      return { outcome: 'rotated', family: { ...family, generation, expires_at: next.expiresAt } };
    });
  }

  /** Ends every token of the device. */
  async revokeDevice(deviceId: string): Promise<void> {
    await this.#db
      .updateTable('token_families')
      .set({ revoked: 1 })
      .where('device_id', '=', deviceId)
      .execute();
  }

  /** Whether the licence the device was registered under still works. */
  async hasActiveLicence(deviceId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('devices')
      .innerJoin('licences', 'licences.id', 'devices.licence_id')
      .select('licences.active')
      .where('devices.id', '=', deviceId)
      .executeTakeFirst();
    return row !== undefined && flag.parse(row.active);
  }

  /** Deletes devices that can never come back: every token expired or revoked, and no measurement left. */
  async purge(): Promise<number> {
    const result = await this.#db
      .deleteFrom('devices')
      .where((build) =>
        build.and([
          build.not(
            build.exists(
              build
                .selectFrom('token_families')
                .select('token_families.id')
                .whereRef('token_families.device_id', '=', 'devices.id')
                .where('token_families.revoked', '=', 0)
                .where('token_families.expires_at', '>', this.#now()),
            ),
          ),
          build.not(
            build.exists(
              build
                .selectFrom('measurements')
                .select('measurements.id')
                .whereRef('measurements.device_id', '=', 'devices.id'),
            ),
          ),
        ]),
      )
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}
