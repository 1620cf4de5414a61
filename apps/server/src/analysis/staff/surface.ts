// SPDX-License-Identifier: Apache-2.0
/** What clients of the protocol other than our own app ask: accounts, and what the staff of an organisation does. */
import type { Accounts } from '../../accounts/accounts.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Database } from '../../storage/database.ts';
import type { DeviceRepository } from '../../storage/repositories/devices.ts';
import { FleetRepository } from '../../storage/repositories/fleet.ts';
import type { MeasurementRepository } from '../../storage/repositories/measurements.ts';
import type { OrganisationRepository } from '../../storage/repositories/organisations.ts';
import type { ProfileRepository } from '../../storage/repositories/profiles.ts';
import { ReportRepository } from '../../storage/repositories/reports.ts';
import type { ResultRepository } from '../../storage/repositories/results.ts';
import { StudyRepository } from '../../storage/repositories/studies.ts';
import { catalogueEndpoints } from '../endpoints/catalogue.ts';
import { fleetEndpoints } from '../endpoints/fleet.ts';
import { organisationMeasurementEndpoints } from '../endpoints/organisation-measurements.ts';
import { organisationProfileEndpoints } from '../endpoints/organisation-profiles.ts';
import { organisationUserEndpoints } from '../endpoints/organisation-users.ts';
import { ownAccountEndpoints } from '../endpoints/own-account.ts';
import { reportEndpoints } from '../endpoints/reports.ts';
import { studyManagementEndpoints } from '../endpoints/study-management.ts';
import { Reports } from '../reports/reports.ts';
import type { Staff } from './staff.ts';

export interface SurfaceParts {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly organisations: OrganisationRepository;
  readonly devices: DeviceRepository;
  readonly measurements: MeasurementRepository;
  readonly results: ResultRepository;
  readonly profiles: ProfileRepository;
  readonly staff: Staff;
}

export function surfaceEndpoints({ database, ...parts }: SurfaceParts): readonly Endpoint[] {
  const { accounts, measurements, results, staff } = parts;
  const { people, directory } = accounts;
  const fleet = new FleetRepository(database);
  const reports = new Reports(measurements, results, new ReportRepository(database));
  return [
    ...catalogueEndpoints(),
    ...ownAccountEndpoints({ accounts, staff, fleet }),
    ...organisationUserEndpoints({ accounts, staff }),
    ...organisationMeasurementEndpoints({ ...parts, fleet, people }),
    ...organisationProfileEndpoints({ ...parts, people }),
    ...studyManagementEndpoints({ directory, studies: new StudyRepository(database), staff }),
    ...fleetEndpoints({ ...parts, fleet }),
    ...reportEndpoints(reports, staff),
  ];
}
