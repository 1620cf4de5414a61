// SPDX-License-Identifier: Apache-2.0
import { userInfo } from 'node:os';
import type { AuditedAction } from '../modules/audit/index.ts';
import type { Events } from '../modules/events/index.ts';
import {
  assertSecretsInUse,
  OrganisationRepository,
  type Organisations,
  readInstallation,
} from '../modules/organisations/index.ts';
import type { Configuration } from '../platform/config/configuration.ts';
import { openCommandPlatform, type Platform } from '../platform/platform.ts';
import { FolderError } from '../platform/storage/offline.ts';
import { createServices, type Services } from '../services.ts';

/** The id of what is changed; with its organisation where the id does not lead to it. */
type Target = string | Required<Pick<AuditedAction, 'target' | 'organisationId'>>;

/** What commands work with: the same services as the server, on the same store. */
export interface Operator
  extends
    Omit<Services, 'organisations'>,
    Organisations,
    Pick<Events, 'webhooks'>,
    Pick<Platform, 'checkTarget' | 'configuration' | 'database'> {
  /** Does a change and notes it in the audit log; `targetOf` names what was made by it. */
  readonly change: <T>(
    action: AuditedAction['action'],
    target: Target,
    work: () => Promise<T>,
    targetOf?: (made: T) => string,
  ) => Promise<T>;
  /** The same services under another clock (ms since 1970), for what is to have happened earlier. */
  readonly servicesAt: (now: () => number) => Services;
  readonly close: () => Promise<void>;
}

/** The account of the operating system that the command runs under. */
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
    const directory = platform.configuration.PERFUSE_DATA_DIR;
    throw new FolderError(`The database in ${directory} is empty: start the server, or run init.`);
  }
  await assertSecretsInUse(organisations, platform.secrets);
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
 * @throws FolderError where there is none, or one of another version.
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
