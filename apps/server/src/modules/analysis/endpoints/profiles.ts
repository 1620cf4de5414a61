// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { PERSON_ROUTES } from '@perfuse/contract/analysis/person-routes';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import type { RouteQuery } from '@perfuse/contract/route';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import {
  type ProfileRepository,
  type ProfileRow,
  SORTABLE_PROFILES,
} from '../../measurements/index.ts';
import { inSeconds } from './in-seconds.ts';
import { sortOf } from './sorting.ts';

export const toProfile = (row: ProfileRow) =>
  inSeconds({
    ID: row.id,
    Name: row.name,
    Email: row.email,
    Status: row.status,
    MeasurementCount: row.measurements,
    Created: row.created_at,
    Updated: row.updated_at,
  });

/** @param total number of profiles on all pages. */
export const toListedProfile = (row: ProfileRow, total: number) => ({
  ...toProfile(row),
  OwnerUserEmail: row.owner_email ?? '',
  TotalCount: total,
});

export const toProfileFilter = (query: RouteQuery<typeof ANALYSIS_ROUTES.listProfiles>) => ({
  name: query.UserProfileName,
  status: query.Status,
  ownerEmail: query.OwnerUser,
  from: query.Date,
  until: query.EndDate,
  sort: sortOf(query, SORTABLE_PROFILES),
  limit: query.Limit,
  offset: query.Offset,
});

export function profileEndpoints(profiles: ProfileRepository): readonly Endpoint[] {
  return [
    endpoint(ANALYSIS_ROUTES.createProfile, async ({ principal, body }) => {
      const id = randomUUID();
      const { organisationId } = principal;
      const isMade = await profiles.create({
        id,
        organisationId,
        owner: principal,
        name: body.Name,
        email: body.Email,
      });
      if (!isMade) throw ServiceError.ended(principal);
      return { ID: id };
    }),
    endpoint(ANALYSIS_ROUTES.retrieveProfile, async ({ principal, params }) => {
      const row = await profiles.find(principal, params.id);
      if (row === null) throw new ServiceError('NOT_FOUND');
      return toProfile(row);
    }),
    endpoint(ANALYSIS_ROUTES.listProfiles, async ({ principal, query }) => {
      const { rows, total } = await profiles.list({ owner: principal, ...toProfileFilter(query) });
      return rows.map((row) => toListedProfile(row, total));
    }),
    endpoint(PERSON_ROUTES.updateProfile, async ({ principal, params, body }) => {
      const change = { name: body.Name, email: body.Email, status: body.Status };
      const isThere = await profiles.update(principal, params.id, change);
      if (!isThere) throw new ServiceError('NOT_FOUND');
      return { success: true };
    }),
    endpoint(PERSON_ROUTES.removeProfile, async ({ principal, params }) => {
      const isThere = await profiles.remove(principal, params.id);
      if (!isThere) throw new ServiceError('NOT_FOUND');
      return { success: true };
    }),
  ];
}
