// SPDX-License-Identifier: Apache-2.0
/** Devices and licences of an organisation as its staff sees them. */
import { ORGANISATION_ROUTES as ROWS } from '@perfuse/contract/analysis/organisation-routes';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import {
  type DeviceLicence,
  type DeviceRepository,
  namedFields,
  type Staff,
} from '../../accounts/index.ts';
import {
  SORTABLE_DEVICES,
  SORTABLE_LICENCES,
  type ManagedDeviceRow,
  type ManagedLicenceRow,
  type DeviceManagementRepository,
} from '../device-management-repository.ts';
import { REGION } from '../../../platform/config/about.ts';
import { inSeconds, notSupported, sortOf } from '../../analysis/index.ts';

export interface DeviceManagementDeps {
  readonly managedDevices: DeviceManagementRepository;
  readonly devices: DeviceRepository;
  readonly staff: Staff;
}

/** Kinds of licences by what they give access to. */
const LICENCE_KINDS = ['organisation', 'demo', 'guest', 'visitor'] as const;
const FIRST = { limit: 1, offset: 0 } as const;

const toDevice = (row: ManagedDeviceRow) =>
  inSeconds({
    ID: row.id,
    Name: row.name,
    DeviceTypeID: row.type,
    StatusID: row.living > 0 ? ('ACTIVE' as const) : ('INACTIVE' as const),
    Identifier: row.identifier,
    Version: row.version,
    LicenseID: row.licence_id,
    Measurements: row.measurements,
    Region: REGION,
    Created: row.created_at,
  });

const licenceFacts = (row: DeviceLicence) => ({
  ID: row.id,
  Name: row.name,
  LicenseType: row.kind,
  StatusID: row.active ? ('ACTIVE' as const) : ('INACTIVE' as const),
  MaxDevices: 0,
  Expiration: 0,
});

const toLicence = (row: ManagedLicenceRow) =>
  inSeconds({
    ...licenceFacts(row),
    Key: '' as const,
    DeviceRegistrations: row.devices,
    Created: row.created_at,
  });

/** @throws ServiceError VALIDATION_ERROR for an unknown status. */
function isActive(status: string | undefined): boolean | undefined {
  if (status === undefined) return undefined;
  if (status === 'ACTIVE') return true;
  if (status === 'INACTIVE') return false;
  throw new ServiceError('VALIDATION_ERROR', 'StatusID must be ACTIVE or INACTIVE.', {
    StatusID: [['VALUES', ['ACTIVE', 'INACTIVE']]],
  });
}

export function deviceManagementEndpoints({
  managedDevices,
  devices,
  staff,
}: DeviceManagementDeps): readonly Endpoint[] {
  /** @throws ServiceError NOT_FOUND, or VALIDATION_ERROR: ended tokens cannot be reactivated. */
  const requireActive = async (organisationId: string, id: string): Promise<void> => {
    const { rows } = await managedDevices.devices(organisationId, { id }, FIRST);
    const [row] = rows;
    if (row === undefined) throw new ServiceError('NOT_FOUND');
    if (row.living > 0) return;
    throw notSupported('Status', 'Status cannot be changed: register the device again.');
  };

  return [
    endpoint(ROWS.listDevices, async ({ principal, query }) => {
      await staff.requireRole(principal, 'DFX_ANALYST');
      const filter = {
        active: isActive(query.StatusID),
        type: query.DeviceTypeID ?? query.deviceTypeID,
        name: query.Name,
        version: query.Version,
        licenceId: query.LicenseID,
        from: query.Date,
        until: query.EndDate,
      };
      const { rows, total } = await managedDevices.devices(principal.organisationId, filter, {
        limit: query.Limit,
        offset: query.Offset,
        sort: sortOf(query, SORTABLE_DEVICES, 'DESC'),
      });
      return rows.map((row) => ({ ...toDevice(row), TotalCount: total }));
    }),
    endpoint(ROWS.retrieveDevice, async ({ principal, params }) => {
      await staff.requireRole(principal, 'DFX_ANALYST');
      const { rows } = await managedDevices.devices(
        principal.organisationId,
        { id: params.id },
        FIRST,
      );
      const [row] = rows;
      if (row === undefined) throw new ServiceError('NOT_FOUND');
      return toDevice(row);
    }),
    endpoint(ROWS.updateDevice, async ({ principal, params, body }) => {
      const ends = body.Status === 'INACTIVE';
      const change = {
        name: body.Name,
        type: body.DeviceTypeID,
        identifier: body.Identifier,
        version: body.Version,
      };
      const fields = namedFields({ ...change, status: ends ? body.Status : undefined });
      const audited = { action: 'device.update' as const, target: params.id, details: fields };
      await staff.requireRole(principal, ends ? 'DFX_ORG_ADMIN' : 'DFX_LEAD', audited);
      await staff.record(principal, audited, async () => {
        const { organisationId } = principal;
        if (body.Status === 'ACTIVE') await requireActive(organisationId, params.id);
        const isThere = await managedDevices.updateDevice(organisationId, params.id, change);
        if (!isThere) throw new ServiceError('NOT_FOUND');
        if (ends) await devices.revokeDevice(params.id);
      });
      return { success: true };
    }),
    endpoint(ROWS.removeDevice, async ({ principal, params }) => {
      const audited = { action: 'device.remove' as const, target: params.id };
      await staff.requireRole(principal, 'DFX_ORG_ADMIN', audited);
      await staff.record(principal, audited, async () => {
        const isThere = await managedDevices.hasDevice(principal.organisationId, params.id);
        if (!isThere) throw new ServiceError('NOT_FOUND');
        await devices.revokeDevice(params.id);
      });
      return { success: true };
    }),
    endpoint(ROWS.deviceLicence, async ({ principal }) => {
      const row = principal.userId === null ? await devices.licence(principal.deviceId) : null;
      if (row === null)
        throw new ServiceError('NOT_FOUND', 'The session of a person has no licence.');
      return licenceFacts(row);
    }),
    endpoint(ROWS.licenceTypes, async ({ principal }) => {
      await staff.requireRole(principal, 'DFX_ANALYST');
      return LICENCE_KINDS.map((ID) => ({ ID, RoleID: 'DEVICE' }));
    }),
    endpoint(ROWS.listOrganisationLicences, async ({ principal, query }) => {
      await staff.requireRole(principal, 'DFX_LEAD');
      const filter = {
        active: isActive(query.StatusID),
        kind: query.LicenseType,
        from: query.Date,
        until: query.EndDate,
      };
      const { rows, total } = await managedDevices.licences(principal.organisationId, filter, {
        limit: query.Limit,
        offset: query.Offset,
        sort: sortOf(query, SORTABLE_LICENCES),
      });
      return rows.map((row) => ({ ...toLicence(row), TotalCount: total }));
    }),
    endpoint(ROWS.retrieveOrganisationLicence, async ({ principal, params }) => {
      await staff.requireRole(principal, 'DFX_LEAD');
      const { rows } = await managedDevices.licences(
        principal.organisationId,
        { id: params.id },
        FIRST,
      );
      const [row] = rows;
      if (row === undefined) throw new ServiceError('NOT_FOUND');
      return toLicence(row);
    }),
  ];
}
