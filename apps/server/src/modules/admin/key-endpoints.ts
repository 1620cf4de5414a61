// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { change, ownOrganisation, type AdminDeps } from './admin-deps.ts';

/** @throws ServiceError NOT_FOUND unless the organisation has it. */
function requireAmong<R extends { readonly id: string }>(
  rows: readonly R[],
  id: string,
  what: string,
): R {
  const row = rows.find((one) => one.id === id);
  if (row !== undefined) return row;
  throw new ServiceError('NOT_FOUND', `There is no such ${what}.`);
}

/** Keys and licences: created, shown once, revoked. */
export function keyEndpoints(deps: AdminDeps): readonly Endpoint[] {
  const { keys } = deps;
  const { directory } = deps.accounts;
  return [
    endpoint(ADMIN_ROUTES.keys, async ({ params, principal }) => {
      const { id } = await ownOrganisation(deps, principal, params.id);
      return {
        keys: (await keys.list(id)).map((row) => ({
          id: row.id,
          purpose: row.purpose,
          name: row.name,
          active: row.active,
          publicKey: row.public_key,
          createdAt: row.created_at,
        })),
        licences: (await directory.licences(id)).map((row) => ({
          id: row.id,
          name: row.name,
          kind: row.kind,
          active: row.active,
          createdAt: row.created_at,
        })),
      };
    }),
    endpoint(ADMIN_ROUTES.createKey, async ({ params, body, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const { curve, ...key } = body;
      const audited = {
        action: 'key.create' as const,
        target: '',
        organisationId,
        details: [key.purpose],
      };
      const work = () => keys.create({ organisationId, ...key }, curve);
      return change(deps, principal, audited, work, ({ id }) => id);
    }),
    endpoint(ADMIN_ROUTES.addKey, async ({ params, body, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const { publicKey, ...key } = body;
      const audited = {
        action: 'key.add' as const,
        target: '',
        organisationId,
        details: [key.purpose],
      };
      const work = () => keys.add({ organisationId, ...key }, publicKey);
      return { id: await change(deps, principal, audited, work, (id) => id) };
    }),
    endpoint(ADMIN_ROUTES.revokeKey, async ({ params, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      requireAmong(await keys.list(organisationId), params.keyId, 'key');
      const audited = { action: 'key.revoke' as const, target: params.keyId, organisationId };
      await change(deps, principal, audited, () => keys.revoke(params.keyId));
      return { success: true };
    }),
    endpoint(ADMIN_ROUTES.createLicence, async ({ params, body, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const audited = { action: 'licence.create' as const, target: '', organisationId };
      const work = () => directory.createLicence(organisationId, body.name);
      return change(deps, principal, audited, work, ({ id }) => id);
    }),
    endpoint(ADMIN_ROUTES.revokeLicence, async ({ params, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const { licenceId } = params;
      const { kind } = requireAmong(await directory.licences(organisationId), licenceId, 'licence');
      const audited = { action: 'licence.revoke' as const, target: licenceId, organisationId };
      await change(deps, principal, audited, async () => {
        if (kind !== 'organisation') {
          throw new ServiceError(
            'RESTRICTED',
            'Only operators can revoke it, with the command line.',
          );
        }
        await directory.revokeLicence(licenceId);
      });
      return { success: true };
    }),
  ];
}
