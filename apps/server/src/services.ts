// SPDX-License-Identifier: Apache-2.0
import { type Accounts, type AccountsOptions, createAccounts } from './modules/accounts/index.ts';
import { AuditLog, AuditRepository } from './modules/audit/index.ts';
import { createEvents, type Events } from './modules/events/index.ts';
import { createLaunches, type Launches } from './modules/launch/index.ts';
import { createMeasurements, type Measurements } from './modules/measurements/index.ts';
import {
  createOrganisations,
  type Installation,
  type Organisations,
} from './modules/organisations/index.ts';
import type { Platform } from './platform/platform.ts';

const DAY_MS = 86_400_000;

/** Services shared by the server and the operator's commands. */
export interface Services {
  readonly installation: Installation;
  readonly audit: AuditLog;
  readonly organisations: Organisations;
  readonly measurements: Measurements;
  readonly accounts: Accounts;
  readonly launches: Launches;
  readonly events: Events;
}

export interface ServicesOptions extends AccountsOptions {
  /** Shorter times, for tests. */
  readonly outboundTimes?: OutboundTimes;
}

export interface OutboundTimes {
  readonly relayPauses?: readonly number[];
  readonly webhookRetryMs?: (tries: number) => number;
  readonly timeoutMs?: number;
}

/** Composes the modules, dependencies first. */
export function createServices(
  platform: Platform,
  installation: Installation,
  options: ServicesOptions = {},
): Services {
  const { relayPauses, webhookRetryMs } = options.outboundTimes ?? {};
  const { configuration, database, housekeeping, now } = platform;
  const auditRows = new AuditRepository(database, now);
  housekeeping.add('audit log', () =>
    auditRows.expire(now() - configuration.PERFUSE_AUDIT_DAYS * DAY_MS),
  );
  const audit = new AuditLog(auditRows);
  const organisations = createOrganisations(platform, installation);
  const measurements = createMeasurements(platform);
  const accounts = createAccounts(
    platform,
    { installation, organisations, measurements, audit },
    options,
  );
  const launches = createLaunches(
    platform,
    { installation, organisations, accounts, measurements },
    relayPauses,
  );
  const events = createEvents(platform, { organisations, launches }, webhookRetryMs);
  return { installation, audit, organisations, measurements, accounts, launches, events };
}
