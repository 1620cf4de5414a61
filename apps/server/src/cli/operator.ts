// SPDX-License-Identifier: Apache-2.0
import { userInfo } from 'node:os';
import type { AuditedAction } from '../modules/audit/index.ts';
import type { Events } from '../modules/events/index.ts';
import {
  assertSecretsMatch,
  OrganisationRepository,
  type Organisations,
  readInstallation,
} from '../modules/organisations/index.ts';
import type { Configuration } from '../platform/config/configuration.ts';
import { openCommandPlatform, type Platform } from '../platform/platform.ts';
import { dataLocation } from '../platform/storage/location.ts';
import { FolderError } from '../platform/storage/offline.ts';
import { createServices, type Services } from '../services.ts';

/** The id of what is changed; with its organisation if that cannot be found from the id, and the changed fields. */
type Target = string | Omit<AuditedAction, 'actor' | 'action'>;

/** Services for commands: the same as the server's, on the same store. */
export interface Operator
  extends
    Omit<Services, 'organisations'>,
    Organisations,
    Pick<Events, 'webhooks'>,
    Pick<Platform, 'checkTarget' | 'configuration' | 'database'> {
  /** Makes a change and records it in the audit log; `targetOf` returns the id of what it created. */
  readonly change: <T>(
    action: AuditedAction['action'],
    target: Target,
    work: () => Promise<T>,
    targetOf?: (made: T) => string,
  ) => Promise<T>;
  /** The same services with another clock (ms since 1970), for events dated in the past. */
  readonly servicesAt: (now: () => number) => Services;
  readonly close: () => Promise<void>;
}

/** The operating system account that runs the command. */
function actor(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    return 'cli';
  }
}

async function compose(platform: Platform): Promise<Operator> {
  const organisations = new OrganisationRepository(platform.database, platform.now);
  const installation = await readInstallation(organisations);
  if (installation === null) {
    const location = dataLocation(platform.configuration);
    throw new FolderError(`The database in ${location} is empty: start the server, or run init.`);
  }
  await assertSecretsMatch(organisations, platform.secrets);
  const services = createServices(platform, installation);
  return {
    ...services,
    ...services.organisations,
    webhooks: services.events.webhooks,
    configuration: platform.configuration,
    database: platform.database,
    checkTarget: platform.checkTarget,
    change: (action, target, work, targetOf) =>
      services.audit.record(
        { actor: actor(), action, ...(typeof target === 'string' ? { target } : target) },
        work,
        targetOf,
      ),
    servicesAt: (now) => createServices({ ...platform, now }, installation),
    close: async () => {
      await services.accounts.stop();
      await platform.close();
    },
  };
}

/**
 * Opens the installation for one command.
 * @throws FolderError if there is none, or it is of another version.
 */
export async function openOperator(configuration: Configuration): Promise<Operator> {
  const platform = await openCommandPlatform(configuration);
  try {
    return await compose(platform);
  } catch (error) {
    await platform.close();
    throw error;
  }
}
