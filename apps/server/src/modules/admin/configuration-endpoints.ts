// SPDX-License-Identifier: Apache-2.0
import type { AdminConfiguration } from '@perfuse/contract/admin/configurations';
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import type { AdministratorPrincipal } from '../../platform/http/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { changedSettings } from '../audit/index.ts';
import { change, ownOrganisation, type AdminDeps } from './admin-deps.ts';
import type { ConfigurationRow } from '../organisations/index.ts';

const versionOf = (row: ConfigurationRow): number =>
  row.updated_at === 0 ? row.created_at : row.updated_at;

const view = (row: ConfigurationRow): AdminConfiguration => ({
  id: row.id,
  studyId: row.study_id,
  branchId: row.branch_id,
  settings: row.settings,
  createdAt: row.created_at,
  updatedAt: versionOf(row),
});

/** @throws ServiceError NOT_FOUND, also for a configuration of another organisation. */
async function ownConfiguration(
  deps: AdminDeps,
  principal: AdministratorPrincipal,
  { id, configId }: { readonly id: string; readonly configId: string },
): Promise<ConfigurationRow> {
  const organisation = await ownOrganisation(deps, principal, id);
  const row = await deps.configurations.find(configId);
  if (row.organisation_id === organisation.id) return row;
  throw new ServiceError('NOT_FOUND', 'There is no such configuration.');
}

/** The organisation's oldest active study. @throws ServiceError VALIDATION_ERROR where it has none. */
async function firstStudy({ studies }: AdminDeps, organisationId: string): Promise<string> {
  const study = await studies.toMeasureFor(organisationId, null);
  if (study !== null) return study;
  // Names no field: the page that creates a configuration has none for the study.
  throw new ServiceError(
    'VALIDATION_ERROR',
    'The organisation has no active study: create one first.',
  );
}

/** Configurations: what links of the enterprise edition show and do. */
export function configurationEndpoints(deps: AdminDeps): readonly Endpoint[] {
  const { configurations } = deps;
  return [
    endpoint(ADMIN_ROUTES.configurations, async ({ params, principal }) => {
      const { id } = await ownOrganisation(deps, principal, params.id);
      return { configurations: (await configurations.list(id)).map(view) };
    }),
    endpoint(ADMIN_ROUTES.createConfiguration, async ({ params, body, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const draft = {
        studyId: body.studyId ?? (await firstStudy(deps, organisationId)),
        branchId: body.branchId ?? null,
        settings: body.settings,
      };
      const audited = {
        action: 'configuration.create' as const,
        target: body.id,
        organisationId,
        details: changedSettings({}, body.settings),
      };
      const work = () => configurations.create(body.id, organisationId, draft);
      return view(await change(deps, principal, audited, work));
    }),
    endpoint(ADMIN_ROUTES.changeConfiguration, async ({ params, body, principal }) => {
      const present = await ownConfiguration(deps, principal, params);
      const { settings, studyId, branchId, updatedAt } = body;
      const audited = {
        action: 'configuration.set' as const,
        target: present.id,
        organisationId: present.organisation_id,
        details: [
          ...(studyId === undefined || studyId === present.study_id ? [] : ['studyId']),
          ...(branchId === undefined || branchId === present.branch_id ? [] : ['branchId']),
          ...(settings === undefined ? [] : changedSettings(present.settings, settings)),
        ],
      };
      const work = () =>
        configurations.update(present.id, { studyId, branchId }, (row) => {
          if (versionOf(row) !== updatedAt) throw new ServiceError('CONFLICT');
          return settings ?? row.settings;
        });
      return view(await change(deps, principal, audited, work));
    }),
    endpoint(ADMIN_ROUTES.removeConfiguration, async ({ params, principal }) => {
      const { id, organisation_id } = await ownConfiguration(deps, principal, params);
      const audited = {
        action: 'configuration.remove' as const,
        target: id,
        organisationId: organisation_id,
      };
      await change(deps, principal, audited, () => configurations.remove(id));
      return { success: true };
    }),
  ];
}
