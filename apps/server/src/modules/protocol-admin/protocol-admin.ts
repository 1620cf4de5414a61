// SPDX-License-Identifier: Apache-2.0
import type { FastifyPluginCallback } from 'fastify';
import { routes, type MountOptions } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/index.ts';
import { catalogueEndpoints } from '../analysis/index.ts';
import type { Measurements } from '../measurements/index.ts';
import type { Organisations } from '../organisations/index.ts';
import { DeviceManagementRepository } from './device-management-repository.ts';
import { deviceManagementEndpoints } from './endpoints/device-management.ts';
import { organisationMeasurementEndpoints } from './endpoints/organisation-measurements.ts';
import { organisationProfileEndpoints } from './endpoints/organisation-profiles.ts';
import { organisationUserEndpoints } from './endpoints/organisation-users.ts';
import { ownAccountEndpoints } from './endpoints/own-account.ts';
import { reportEndpoints } from './endpoints/reports.ts';
import { studyManagementEndpoints } from './endpoints/study-management.ts';
import { ReportRepository } from './reports/report-repository.ts';
import { Reports } from './reports/reports.ts';

export interface ProtocolAdminDeps {
  readonly accounts: Accounts;
  readonly measurements: Measurements;
  readonly organisations: Organisations;
}

/** Routes of the analysis protocol for the staff of organisations. */
export function createProtocolAdmin(
  { database, now, housekeeping }: Platform,
  deps: ProtocolAdminDeps,
): (mounting: MountOptions) => FastifyPluginCallback {
  const { accounts, organisations } = deps;
  const { people, staff, devices } = accounts;
  const { measurements, results, profiles } = deps.measurements;
  const { directory, studies } = organisations;
  const managedDevices = new DeviceManagementRepository(database, now);
  const reportRows = new ReportRepository(database, now);
  const reports = new Reports(measurements, results, reportRows);
  housekeeping.add('reports', () => reportRows.purge());
  const endpoints = [
    ...catalogueEndpoints(),
    ...ownAccountEndpoints(accounts, now),
    ...organisationUserEndpoints(accounts, now),
    ...organisationMeasurementEndpoints({
      organisations: organisations.organisations,
      measurements,
      results,
      staff,
      managedDevices,
      people,
    }),
    ...organisationProfileEndpoints({ profiles, staff, people }),
    ...studyManagementEndpoints({ directory, studies, staff }),
    ...deviceManagementEndpoints({ devices, staff, managedDevices }),
    ...reportEndpoints(reports, staff),
  ];
  return (mounting) => routes(endpoints, mounting);
}
