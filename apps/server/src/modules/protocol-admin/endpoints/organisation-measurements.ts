// SPDX-License-Identifier: Apache-2.0
/** Measurements of an organisation as its staff sees them, and their deletion. */
import { ORGANISATION_ROUTES as ROWS } from '@perfuse/contract/analysis/organisation-routes';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import type { Member } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type {
  MeasurementRepository,
  MeasurementSelection,
  ResultRepository,
} from '../../measurements/index.ts';
import type { DeviceManagementRepository } from '../device-management-repository.ts';
import type { OrganisationRepository } from '../../organisations/index.ts';
import { namedFields, type People, type Staff } from '../../accounts/index.ts';
import { isHere } from '../../../platform/config/about.ts';
import { foundOf, toFilter, toListed, toMeasurement } from '../../analysis/index.ts';

export interface OrganisationMeasurementDeps {
  readonly measurements: MeasurementRepository;
  readonly results: ResultRepository;
  readonly organisations: OrganisationRepository;
  readonly managedDevices: DeviceManagementRepository;
  readonly people: People;
  readonly staff: Staff;
}

type Chosen = Pick<MeasurementSelection, 'studyId' | 'userId' | 'deviceId' | 'partnerId'>;

export function organisationMeasurementEndpoints({
  measurements,
  results,
  organisations,
  managedDevices,
  people,
  staff,
}: OrganisationMeasurementDeps): readonly Endpoint[] {
  const scopeOf = ({ organisationId }: Member) => ({ wholeOrganisation: organisationId });

  const removal = (target: string) => ({ action: 'measurements.remove' as const, target });
  const requireAdministrator = (member: Member, target: string) =>
    staff.requireRole(member, 'DFX_ORG_ADMIN', removal(target));

  const remove = async (member: Member, target: string, chosen: Chosen) => {
    const audited = { ...removal(target), details: namedFields(chosen) };
    const Count = await staff.record(member, audited, () =>
      measurements.removeAll(scopeOf(member), chosen),
    );
    return { success: true, Count };
  };

  const assertOwn = (member: Member, organisationId: string): void => {
    if (organisationId !== member.organisationId) throw new ServiceError('NOT_FOUND');
  };

  return [
    endpoint(ROWS.listOrganisationMeasurements, async ({ principal, query }) => {
      await staff.requireRole(principal, 'DFX_ANALYST');
      if (!isHere(query.Region)) return [];
      const { rows, total } = await measurements.list({
        ...toFilter(query, scopeOf(principal)),
        userId: query.UserID,
      });
      return rows.map((row) => toListed(row, total));
    }),
    endpoint(ROWS.retrieveOrganisationMeasurement, async ({ principal, params }) => {
      const audited = { action: 'measurement.read' as const, target: params.id };
      await staff.requireRole(principal, 'DFX_ANALYST', audited);
      return staff.record(principal, audited, async () => {
        const row = await measurements.find(scopeOf(principal), params.id);
        if (row === null) throw new ServiceError('NOT_FOUND');
        return toMeasurement(row, await foundOf(results, row));
      });
    }),
    endpoint(ROWS.deleteOrganisationMeasurements, async ({ principal, params }) => {
      await requireAdministrator(principal, params.id);
      assertOwn(principal, params.id);
      return remove(principal, params.id, {});
    }),
    endpoint(ROWS.deletePartnerMeasurements, async ({ principal, params }) => {
      await requireAdministrator(principal, params.id);
      assertOwn(principal, params.id);
      return remove(principal, params.id, { partnerId: params.partner });
    }),
    endpoint(ROWS.deleteUserMeasurements, async ({ principal, params }) => {
      if (params.id !== principal.userId) await requireAdministrator(principal, params.id);
      const user = await people.findMember(principal.organisationId, params.id);
      return remove(principal, user.id, { userId: user.id });
    }),
    endpoint(ROWS.deleteStudyMeasurements, async ({ principal, params }) => {
      await requireAdministrator(principal, params.id);
      const status = await organisations.studyStatus(principal.organisationId, params.id);
      if (status === null) throw new ServiceError('NOT_FOUND');
      return remove(principal, params.id, { studyId: params.id });
    }),
    endpoint(ROWS.deleteDeviceMeasurements, async ({ principal, params }) => {
      await requireAdministrator(principal, params.id);
      const isThere = await managedDevices.hasDevice(principal.organisationId, params.id);
      if (!isThere) throw new ServiceError('NOT_FOUND');
      return remove(principal, params.id, { deviceId: params.id });
    }),
  ];
}
