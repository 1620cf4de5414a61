// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Database } from '../../platform/storage/database.ts';
import { count, flag, time } from '../../platform/storage/rows.ts';

const deviceRow = z.object({
  id: z.string(),
  licence_id: z.string(),
  type: z.string(),
  name: z.string(),
  identifier: z.string(),
  version: z.string(),
  created_at: time,
  measurements: count,
  /** Token families that can still be used or renewed. */
  living: count,
});
export type ManagedDeviceRow = z.output<typeof deviceRow>;

const licenceRow = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  active: flag,
  created_at: time,
  devices: count,
});
export type ManagedLicenceRow = z.output<typeof licenceRow>;

export interface ManagedDeviceFilter {
  readonly id?: string | undefined;
  readonly active?: boolean | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export interface DeviceFilter extends ManagedDeviceFilter {
  readonly type?: string | undefined;
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly licenceId?: string | undefined;
}

export interface LicenceFilter extends ManagedDeviceFilter {
  readonly kind?: string | undefined;
}

/** What the lists can be sorted by, as clients call it. */
export const SORTABLE_DEVICES = {
  Created: 'created_at',
  Name: 'name',
  DeviceTypeID: 'type',
  Version: 'version',
} as const;
export const SORTABLE_LICENCES = {
  Created: 'created_at',
  Name: 'name',
  LicenseType: 'kind',
} as const;

interface Sorted<C extends string> {
  readonly by: C;
  readonly descending: boolean;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface Paged<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Licences of an organisation and the devices registered under them. Sessions of people are no such devices. */
export class DeviceManagementRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  #living() {
    return this.#db
      .selectFrom('token_families')
      .select('token_families.device_id')
      .where('token_families.revoked', '=', 0)
      .where('token_families.expires_at', '>', this.#now());
  }

  #devices(organisationId: string, filter: DeviceFilter) {
    let query = this.#db
      .selectFrom('devices')
      .where('organisation_id', '=', organisationId)
      .where('user_id', 'is', null);
    const { id, active, from, until, type, name, version, licenceId } = filter;
    if (id !== undefined) query = query.where('id', '=', id);
    if (active === true) query = query.where('id', 'in', this.#living());
    if (active === false) query = query.where('id', 'not in', this.#living());
    if (from !== undefined) query = query.where('created_at', '>=', from);
    if (until !== undefined) query = query.where('created_at', '<=', until);
    if (type !== undefined) query = query.where('type', '=', type);
    if (name !== undefined) query = query.where('name', '=', name);
    if (version !== undefined) query = query.where('version', '=', version);
    if (licenceId !== undefined) query = query.where('licence_id', '=', licenceId);
    return query;
  }

  async devices(
    organisationId: string,
    filter: DeviceFilter,
    page: Page,
    sort: Sorted<(typeof SORTABLE_DEVICES)[keyof typeof SORTABLE_DEVICES]> = {
      by: 'created_at',
      descending: true,
    },
  ): Promise<Paged<ManagedDeviceRow>> {
    const rows = await this.#devices(organisationId, filter)
      .selectAll()
      .select((build) => [
        build
          .selectFrom('measurements')
          .whereRef('measurements.device_id', '=', 'devices.id')
          .select(({ fn }) => fn.countAll().as('n'))
          .as('measurements'),
        build
          .selectFrom('token_families')
          .whereRef('token_families.device_id', '=', 'devices.id')
          .where('token_families.revoked', '=', 0)
          .where('token_families.expires_at', '>', this.#now())
          .select(({ fn }) => fn.countAll().as('n'))
          .as('living'),
      ])
      .orderBy(`devices.${sort.by}`, sort.descending ? 'desc' : 'asc')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const { total } = await this.#devices(organisationId, filter)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return { rows: z.array(deviceRow).parse(rows), total: count.parse(total) };
  }

  /** @returns false when the organisation has no such device. */
  async updateDevice(
    organisationId: string,
    id: string,
    change: {
      readonly name?: string | undefined;
      readonly type?: string | undefined;
      readonly identifier?: string | undefined;
      readonly version?: string | undefined;
    },
  ): Promise<boolean> {
    const { name, type, identifier, version } = change;
    const set = {
      ...(name === undefined ? {} : { name }),
      ...(type === undefined ? {} : { type }),
      ...(identifier === undefined ? {} : { identifier }),
      ...(version === undefined ? {} : { version }),
    };
    if (Object.keys(set).length === 0) return this.hasDevice(organisationId, id);
    const result = await this.#db
      .updateTable('devices')
      .set(set)
      .where('id', '=', id)
      .where('organisation_id', '=', organisationId)
      .where('user_id', 'is', null)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  async hasDevice(organisationId: string, id: string): Promise<boolean> {
    const row = await this.#devices(organisationId, { id }).select('id').executeTakeFirst();
    return row !== undefined;
  }

  #licences(organisationId: string, filter: LicenceFilter) {
    let query = this.#db.selectFrom('licences').where('organisation_id', '=', organisationId);
    const { id, active, from, until, kind } = filter;
    if (id !== undefined) query = query.where('id', '=', id);
    if (active !== undefined) query = query.where('active', '=', active ? 1 : 0);
    if (from !== undefined) query = query.where('created_at', '>=', from);
    if (until !== undefined) query = query.where('created_at', '<=', until);
    if (kind !== undefined) query = query.where('kind', '=', kind);
    return query;
  }

  async licences(
    organisationId: string,
    filter: LicenceFilter,
    page: Page,
    sort: Sorted<(typeof SORTABLE_LICENCES)[keyof typeof SORTABLE_LICENCES]> = {
      by: 'created_at',
      descending: false,
    },
  ): Promise<Paged<ManagedLicenceRow>> {
    const rows = await this.#licences(organisationId, filter)
      .select(['id', 'name', 'kind', 'active', 'created_at'])
      .select((build) =>
        build
          .selectFrom('devices')
          .whereRef('devices.licence_id', '=', 'licences.id')
          .where('devices.user_id', 'is', null)
          .select(({ fn }) => fn.countAll().as('n'))
          .as('devices'),
      )
      .orderBy(`licences.${sort.by}`, sort.descending ? 'desc' : 'asc')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const { total } = await this.#licences(organisationId, filter)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return { rows: z.array(licenceRow).parse(rows), total: count.parse(total) };
  }

  /** The licence a device was registered under, and what kind it is of; null for the session of a person. */
  async licenceOf(deviceId: string): Promise<ManagedLicenceRow | null> {
    const row = await this.#db
      .selectFrom('devices')
      .innerJoin('licences', 'licences.id', 'devices.licence_id')
      .select(['licences.id', 'licences.name', 'licences.kind', 'licences.active'])
      .select('licences.created_at')
      .select((build) => build.val(0).as('devices'))
      .where('devices.id', '=', deviceId)
      .where('devices.user_id', 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : licenceRow.parse(row);
  }
}
