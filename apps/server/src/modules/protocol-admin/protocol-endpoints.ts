// SPDX-License-Identifier: Apache-2.0
/** What clients of the protocol other than our own app ask: accounts, and what the staff of an organisation does. */
import type { Accounts } from '../accounts/accounts.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { DeviceRepository } from '../accounts/tokens/device-repository.ts';
import { DeviceManagementRepository } from './device-management-repository.ts';
import type { MeasurementRepository } from '../measurements/measurement-repository.ts';
import type { OrganisationRepository } from '../organisations/organisation-repository.ts';
import type { ProfileRepository } from '../measurements/profile-repository.ts';
import { ReportRepository } from './reports/report-repository.ts';
import type { ResultRepository } from '../measurements/result-repository.ts';
import { StudyRepository } from '../organisations/study-repository.ts';
import { catalogueEndpoints } from '../analysis/endpoints/catalogue.ts';
import { deviceManagementEndpoints } from './endpoints/device-management.ts';
import { organisationMeasurementEndpoints } from './endpoints/organisation-measurements.ts';
import { organisationProfileEndpoints } from './endpoints/organisation-profiles.ts';
import { organisationUserEndpoints } from './endpoints/organisation-users.ts';
import { ownAccountEndpoints } from './endpoints/own-account.ts';
import { reportEndpoints } from './endpoints/reports.ts';
import { studyManagementEndpoints } from './endpoints/study-management.ts';
import { Reports } from './reports/reports.ts';
import type { Staff } from '../accounts/staff.ts';

export interface ProtocolAdminDeps {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly organisations: OrganisationRepository;
  readonly devices: DeviceRepository;
  readonly measurements: MeasurementRepository;
  readonly results: ResultRepository;
  readonly profiles: ProfileRepository;
  readonly staff: Staff;
}

export function protocolAdminEndpoints({
  database,
  ...deps
}: ProtocolAdminDeps): readonly Endpoint[] {
  const { accounts, measurements, results, staff } = deps;
  const { people, directory } = accounts;
  const managedDevices = new DeviceManagementRepository(database);
  const reports = new Reports(measurements, results, new ReportRepository(database));
  return [
    ...catalogueEndpoints(),
    ...ownAccountEndpoints({ accounts, staff, managedDevices }),
    ...organisationUserEndpoints({ accounts, staff }),
    ...organisationMeasurementEndpoints({ ...deps, managedDevices, people }),
    ...organisationProfileEndpoints({ ...deps, people }),
    ...studyManagementEndpoints({ directory, studies: new StudyRepository(database), staff }),
    ...deviceManagementEndpoints({ ...deps, managedDevices }),
    ...reportEndpoints(reports, staff),
  ];
}
