// SPDX-License-Identifier: Apache-2.0
/** Profiles of an organisation as its staff sees them. */
import { ORGANISATION_ROUTES as ROWS } from '@perfuse/contract/analysis/organisation-routes';
import { namedFields, type People, type Staff } from '../../accounts/index.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { ProfileRepository, ProfileRow } from '../../measurements/index.ts';
import { toListedProfile, toProfile, toProfileFilter } from '../../analysis/index.ts';

export interface OrganisationProfileDeps {
  readonly people: People;
  readonly profiles: ProfileRepository;
  readonly staff: Staff;
}

const toOrganisationProfile = (row: ProfileRow) => ({
  ...toProfile(row),
  OwnerUser: row.owner_email ?? '',
});

export function organisationProfileEndpoints({
  people,
  profiles,
  staff,
}: OrganisationProfileDeps): readonly Endpoint[] {
  return [
    endpoint(ROWS.listUserProfiles, async ({ principal, params, query }) => {
      if (params.id !== principal.userId) await staff.requireRole(principal, 'DFX_ANALYST');
      const user = await people.findMember(principal.organisationId, params.id);
      const { rows, total } = await profiles.list({
        owner: { wholeOrganisation: principal.organisationId },
        userId: user.id,
        ...toProfileFilter(query),
      });
      return rows.map((row) => toListedProfile(row, total));
    }),
    endpoint(ROWS.listOrganisationProfiles, async ({ principal, query }) => {
      await staff.requireRole(principal, 'DFX_ANALYST');
      const { rows, total } = await profiles.list({
        owner: { wholeOrganisation: principal.organisationId },
        ownerEmail: query.OwnerUser,
        name: query.UserProfileName,
        status: query.StatusID,
        from: query.Date ?? query.Created,
        until: query.EndDate,
        limit: query.Limit,
        offset: query.Offset,
      });
      return rows.map((row) => ({ ...toOrganisationProfile(row), TotalCount: total }));
    }),
    endpoint(ROWS.retrieveOrganisationProfile, async ({ principal, params }) => {
      await staff.requireRole(principal, 'DFX_ANALYST');
      const row = await profiles.find({ wholeOrganisation: principal.organisationId }, params.id);
      if (row === null) throw new ServiceError('NOT_FOUND');
      return toOrganisationProfile(row);
    }),
    endpoint(ROWS.updateOrganisationProfile, async ({ principal, params, body }) => {
      const change = { name: body.Name, email: body.Email, status: body.Status };
      const audited = {
        action: 'profile.update' as const,
        target: params.id,
        details: namedFields(change),
      };
      await staff.requireRole(principal, 'DFX_LEAD', audited);
      await staff.record(principal, audited, async () => {
        const owner = { wholeOrganisation: principal.organisationId };
        if (!(await profiles.update(owner, params.id, change))) throw new ServiceError('NOT_FOUND');
      });
      return { success: true };
    }),
  ];
}
