// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { Repository } from '../../platform/storage/repository.ts';
import { count, hasWritten } from '../../platform/storage/rows.ts';
import {
  selectPage,
  whereDefined,
  whereWithin,
  type Page,
  type PageOfRows,
  type Period,
  type Sort,
} from '../../platform/storage/list-query.ts';
import { deviceRow } from '../accounts/index.ts';
import { licenceRow } from '../organisations/index.ts';

const managedDeviceRow = z.extend(deviceRow, {
  measurements: count,
  /** Token families that can still be used or renewed. */
  living: count,
});
export type ManagedDeviceRow = z.output<typeof managedDeviceRow>;

const managedLicenceRow = z.extend(z.omit(licenceRow, { organisation_id: true, key_hash: true }), {
  devices: count,
});
export type ManagedLicenceRow = z.output<typeof managedLicenceRow>;

export interface ManagedDeviceFilter extends Period {
  readonly id?: string;
  readonly active?: boolean;
}

export interface DeviceFilter extends ManagedDeviceFilter {
  readonly type?: string;
  readonly name?: string;
  readonly version?: string;
  readonly licenceId?: string;
}

export interface LicenceFilter extends ManagedDeviceFilter {
  readonly kind?: string;
}

/** Columns to sort the lists by, under the clients' names. */
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

/** Licences of an organisation and the devices registered under them, without sessions of people. */
export class DeviceManagementRepository extends Repository {
  #living() {
    return this.db
      .selectFrom('token_families')
      .select('token_families.device_id')
      .where('token_families.revoked', '=', 0)
      .where('token_families.expires_at', '>', this.now());
  }

  #devices(organisationId: string, filter: DeviceFilter) {
    const { id, active, type, name, version, licenceId } = filter;
    const all = this.db.selectFrom('devices').where('devices.user_id', 'is', null);
    const given = whereDefined(all, {
      'devices.organisation_id': organisationId,
      'devices.id': id,
      'devices.type': type,
      'devices.name': name,
      'devices.version': version,
      'devices.licence_id': licenceId,
    });
    const wanted = whereWithin(given, 'devices.created_at', filter);
    if (active === undefined) return wanted;
    return wanted.where('devices.id', active ? 'in' : 'not in', this.#living());
  }

  devices(
    organisationId: string,
    filter: DeviceFilter,
    page: Page & {
      readonly sort?: Sort<(typeof SORTABLE_DEVICES)[keyof typeof SORTABLE_DEVICES]>;
    },
  ): Promise<PageOfRows<ManagedDeviceRow>> {
    const wanted = this.#devices(organisationId, filter)
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
          .where('token_families.expires_at', '>', this.now())
          .select(({ fn }) => fn.countAll().as('n'))
          .as('living'),
      ]);
    return selectPage(wanted, managedDeviceRow, 'devices', page);
  }

  /** @returns false when the organisation has no such device. */
  async updateDevice(
    organisationId: string,
    id: string,
    change: {
      readonly name?: string;
      readonly type?: string;
      readonly identifier?: string;
      readonly version?: string;
    },
  ): Promise<boolean> {
    const { name, type, identifier, version } = change;
    const set = { name, type, identifier, version };
    if (Object.values(set).every((value) => value === undefined))
      return this.hasDevice(organisationId, id);
    return this.db
      .updateTable('devices')
      .set(set)
      .where('id', '=', id)
      .where('organisation_id', '=', organisationId)
      .where('user_id', 'is', null)
      .$call(hasWritten);
  }

  async hasDevice(organisationId: string, id: string): Promise<boolean> {
    const row = await this.#devices(organisationId, { id }).select('id').executeTakeFirst();
    return row !== undefined;
  }

  licences(
    organisationId: string,
    { id, active, kind, ...period }: LicenceFilter,
    page: Page & {
      readonly sort?: Sort<(typeof SORTABLE_LICENCES)[keyof typeof SORTABLE_LICENCES]>;
    },
  ): Promise<PageOfRows<ManagedLicenceRow>> {
    const given = whereDefined(this.db.selectFrom('licences'), {
      'licences.organisation_id': organisationId,
      'licences.id': id,
      'licences.active': active === undefined ? undefined : Number(active),
      'licences.kind': kind,
    });
    const wanted = whereWithin(given, 'licences.created_at', period)
      .select(['id', 'name', 'kind', 'active', 'created_at'])
      .select((build) =>
        build
          .selectFrom('devices')
          .whereRef('devices.licence_id', '=', 'licences.id')
          .where('devices.user_id', 'is', null)
          .select(({ fn }) => fn.countAll().as('n'))
          .as('devices'),
      );
    return selectPage(wanted, managedLicenceRow, 'licences', page);
  }
}
