// SPDX-License-Identifier: Apache-2.0
import type { AdminOrganisation, OrganisationChange } from '@perfuse/contract/admin/organisations';
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { changedFields } from '../audit/index.ts';
import type { OrganisationDetails, OrganisationRow } from '../organisations/index.ts';
import { change, assertInstallation, ownOrganisation, type AdminDeps } from './admin-deps.ts';

function toDetails(given: OrganisationChange): Partial<Omit<OrganisationDetails, 'identifier'>> {
  const { name, contact, email, addresses, logo, loginType, allowSignup, active } = given;
  return {
    name,
    contact,
    email,
    addresses,
    logo,
    login_type: loginType,
    allow_signup: allowSignup,
    status: active === undefined ? undefined : active ? 'ACTIVE' : 'SUSPENDED',
  };
}

const summary = (row: OrganisationRow, configurations: number) => ({
  id: row.id,
  identifier: row.identifier,
  name: row.name,
  active: row.status === 'ACTIVE',
  configurations,
  createdAt: row.created_at,
});

async function view(deps: AdminDeps, row: OrganisationRow): Promise<AdminOrganisation> {
  const { organisations, configurations } = deps;
  const studies = await organisations.studies(row.id);
  return {
    ...summary(row, (await configurations.list(row.id)).length),
    contact: row.contact,
    email: row.email,
    addresses: row.addresses,
    logo: row.logo,
    loginType: row.login_type,
    allowSignup: row.allow_signup,
    updatedAt: row.updated_at,
    studies: studies.map(({ id, name, status }) => ({
      id,
      name,
      active: status === 'ACTIVE',
    })),
    branches: (await configurations.branches(row.id)).map(({ id, name }) => ({ id, name })),
  };
}

/** Organisations with their studies and branches. */
export function organisationEndpoints(deps: AdminDeps): readonly Endpoint[] {
  const { directory } = deps.accounts;
  return [
    endpoint(ADMIN_ROUTES.organisations, async ({ principal }) => {
      const { organisationId } = principal;
      const rows =
        organisationId === null ? await directory.list() : [await directory.find(organisationId)];
      const counts = new Map<string, number>();
      for (const { organisation_id } of await deps.configurations.list()) {
        counts.set(organisation_id, (counts.get(organisation_id) ?? 0) + 1);
      }
      return { organisations: rows.map((row) => summary(row, counts.get(row.id) ?? 0)) };
    }),
    endpoint(ADMIN_ROUTES.createOrganisation, async ({ body, principal }) => {
      const { identifier, study, ...details } = body;
      const wanted = { ...toDetails(details), name: details.name, identifier };
      const row = await change(
        deps,
        principal,
        {
          action: 'organisation.create',
          target: '',
          organisationId: principal.organisationId ?? '',
        },
        async () => {
          assertInstallation(principal);
          return directory.createOrganisation(wanted);
        },
        ({ id }) => id,
      );
      await change(
        deps,
        principal,
        { action: 'study.create', target: '', organisationId: row.id },
        () => directory.createStudy(row.id, study),
        (id) => id,
      );
      return view(deps, row);
    }),
    endpoint(ADMIN_ROUTES.organisation, async ({ params, principal }) =>
      view(deps, await ownOrganisation(deps, principal, params.id)),
    ),
    endpoint(ADMIN_ROUTES.changeOrganisation, async ({ params, body, principal }) => {
      const present = await ownOrganisation(deps, principal, params.id);
      const { id } = present;
      const wanted = toDetails(body);
      const audited = {
        action: 'organisation.set' as const,
        target: id,
        organisationId: id,
        details: changedFields(present, wanted),
      };
      const row = await change(deps, principal, audited, async () => {
        if (body.active !== undefined) assertInstallation(principal);
        return directory.updateOrganisation(id, ({ updated_at }) => {
          if ((body.updatedAt ?? updated_at) !== updated_at) throw new ServiceError('CONFLICT');
          return wanted;
        });
      });
      return view(deps, row);
    }),
    endpoint(ADMIN_ROUTES.createStudy, async ({ params, body, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const audited = { action: 'study.create' as const, target: '', organisationId };
      const work = () => directory.createStudy(organisationId, body.name);
      return { id: await change(deps, principal, audited, work, (id) => id) };
    }),
    endpoint(ADMIN_ROUTES.createBranch, async ({ params, body, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const audited = { action: 'branch.create' as const, target: '', organisationId };
      const work = () => deps.configurations.createBranch(organisationId, body.name);
      return { id: await change(deps, principal, audited, work, (id) => id) };
    }),
  ];
}
