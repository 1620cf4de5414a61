// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import { ADMIN_PATH } from '@perfuse/contract/admin/session';
import { AuditLog } from '../audit/audit-log.ts';
import { Configurations } from '../organisations/configurations.ts';
import { OrganisationKeys } from '../organisations/organisation-keys.ts';
import { mount, type MountOptions } from '../../platform/http/mount.ts';
import type { Database } from '../../platform/storage/database.ts';
import { AuditRepository } from '../audit/audit-repository.ts';
import { ConfigurationRepository } from '../organisations/configuration-repository.ts';
import { OrganisationKeyRepository } from '../organisations/organisation-key-repository.ts';
import { UsageRepository } from '../measurements/usage-repository.ts';
import { configurationEndpoints } from './configuration-endpoints.ts';
import { keyEndpoints } from './key-endpoints.ts';
import { organisationEndpoints } from './organisation-endpoints.ts';
import type { AdminDeps } from './admin-deps.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { assertSameOrigin } from './same-origin.ts';
import { adminSecondFactorEndpoints } from './second-factor-endpoints.ts';
import { administratorOf, adminSessionEndpoints } from './session-endpoints.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/** Where the routes of the administration are mounted. */
export const ADMIN_API_PATH = `${ADMIN_PATH}/api`;

export type AdministrationOptions = Pick<
  AdminDeps,
  | 'accounts'
  | 'organisations'
  | 'installation'
  | 'publicUrl'
  | 'hasEnterprise'
  | 'webhooks'
  | 'webhookSecrets'
  | 'forwarder'
> & { readonly database: Database; readonly mounting: MountOptions };

/** Mounts the administration: behind its own sign-in, and for calls of its own page alone. */
export async function registerAdministration(
  http: FastifyInstance,
  { database, mounting, ...given }: AdministrationOptions,
): Promise<void> {
  const deps: AdminDeps = {
    ...given,
    configurations: new Configurations(new ConfigurationRepository(database), given.organisations),
    keys: new OrganisationKeys(new OrganisationKeyRepository(database)),
    audit: new AuditLog(new AuditRepository(database)),
    usage: new UsageRepository(database),
  };
  const endpoints = [
    ...adminSessionEndpoints(deps),
    ...adminSecondFactorEndpoints(deps),
    ...organisationEndpoints(deps),
    ...configurationEndpoints(deps),
    ...keyEndpoints(deps),
    ...reportEndpoints(deps),
    ...webhookEndpoints(deps),
  ];
  await http.register(
    (scope, _options, done) => {
      scope.addHook('onRequest', (request, _reply, next) => {
        assertSameOrigin(request);
        next();
      });
      mount(scope, endpoints, {
        ...mounting,
        administrator: (context) => administratorOf(deps, context),
      });
      done();
    },
    { prefix: ADMIN_API_PATH },
  );
}
