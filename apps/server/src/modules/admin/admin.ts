// SPDX-License-Identifier: Apache-2.0
import type { FastifyPluginCallback } from 'fastify';
import { ADMIN_PATH } from '@perfuse/contract/admin/session';
import { mount, type MountOptions } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Events } from '../events/index.ts';
import type { Measurements } from '../measurements/index.ts';
import type { Organisations } from '../organisations/index.ts';
import type { WebBuild } from '../web/index.ts';
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

interface Administered {
  readonly accounts: Accounts;
  readonly audit: AuditLog;
  readonly events: Events;
  readonly measurements: Measurements;
  readonly organisations: Organisations;
}

/** The administration API: it has its own sign-in and accepts calls from its own page only. */
export const administrationPlugin =
  (
    { configuration, now }: Platform,
    services: Administered,
    builds: readonly WebBuild[],
    mounting: MountOptions,
  ): FastifyPluginCallback =>
  (http, _options, done) => {
    const deps: AdminDeps = {
      now,
      accounts: services.accounts,
      audit: services.audit,
      ...services.organisations,
      usage: services.measurements.usage,
      ...services.events,
      publicUrl: configuration.PERFUSE_PUBLIC_URL ?? null,
      hasEnterprise: builds.some(({ prefixes }) => prefixes.includes('/org')),
    };
    http.addHook('onRequest', (request, _reply, next) => {
      assertSameOrigin(request);
      next();
    });
    mount(
      http,
      [
        ...adminSessionEndpoints(deps),
        ...adminSecondFactorEndpoints(deps),
        ...organisationEndpoints(deps),
        ...configurationEndpoints(deps),
        ...keyEndpoints(deps),
        ...reportEndpoints(deps),
        ...webhookEndpoints(deps),
      ],
      { ...mounting, administrator: (context) => administratorOf(deps, context) },
    );
    done();
  };
