// SPDX-License-Identifier: Apache-2.0
import { userInfo } from 'node:os';
import { createAccounts, type Accounts } from '../modules/accounts/accounts.ts';
import { AuditLog } from '../modules/audit/audit-log.ts';
import { Configurations } from '../modules/organisations/configurations.ts';
import { OrganisationKeys } from '../modules/organisations/organisation-keys.ts';
import { REGION } from '../platform/config/about.ts';
import type { Configuration } from '../platform/config/configuration.ts';
import { createTransports, publicUrl } from '../platform/config/message-settings.ts';
import { createLogger } from '../platform/telemetry/logging.ts';
import { createAccessTokens } from '../modules/accounts/tokens/access-tokens.ts';
import { fixedKeys } from '../platform/crypto/key-ring.ts';
import { Encryption } from '../platform/crypto/encryption.ts';
import { loadSecrets } from '../platform/crypto/secrets.ts';
import { TokenService } from '../modules/accounts/tokens/token-service.ts';
import type { Installation } from '../modules/organisations/installation.ts';
import { createWebhooks } from '../modules/launch/launches.ts';
import { FolderError, openOffline } from '../platform/storage/offline.ts';
import type { Database } from '../platform/storage/database.ts';
import { openConfiguredStorage } from '../platform/storage/open.ts';
import { AuditRepository } from '../modules/audit/audit-repository.ts';
import { ConfigurationRepository } from '../modules/organisations/configuration-repository.ts';
import { DeviceRepository } from '../modules/accounts/tokens/device-repository.ts';
import { OrganisationKeyRepository } from '../modules/organisations/organisation-key-repository.ts';
import { OrganisationRepository } from '../modules/organisations/organisation-repository.ts';
import type { WebhookSecrets } from '../modules/organisations/webhook-secrets.ts';
import type { Webhooks } from '../modules/events/webhooks.ts';

/** What commands work with: the same services as the server, on the same store. */
export interface Operator {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly installation: Installation;
  readonly accounts: Accounts;
  readonly organisations: OrganisationRepository;
  readonly configurations: Configurations;
  readonly keys: OrganisationKeys;
  readonly webhooks: Webhooks;
  readonly webhookSecrets: WebhookSecrets;
  readonly audit: AuditLog;
  /** Does a change and notes it in the audit log; `targetOf` names what was made by it. */
  readonly change: <T>(
    action: string,
    target: string,
    work: () => Promise<T>,
    targetOf?: (made: T) => string,
  ) => Promise<T>;
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

async function compose(
  configuration: Configuration,
  database: Database,
  close: () => Promise<void>,
): Promise<Operator> {
  const organisations = new OrganisationRepository(database);
  const row = await organisations.installation();
  if (row === null) {
    const directory = configuration.PERFUSE_DATA_DIR;
    throw new FolderError(`The database in ${directory} is empty: start the server, or run init.`);
  }
  const installation: Installation = {
    organisationId: row.organisation_id,
    studyId: row.study_id,
    guestLicenceId: row.guest_licence_id,
    demoLicenceKey: null,
  };
  const secrets = await loadSecrets(
    configuration.PERFUSE_DATA_DIR,
    configuration.PERFUSE_SECRETS_FILE,
  );
  const ring = fixedKeys(secrets);
  const encryption = new Encryption(ring);
  const accounts = createAccounts({
    database,
    encryption,
    tokens: new TokenService(new DeviceRepository(database), createAccessTokens(ring)),
    installation,
    transports: createTransports(configuration),
    isOperator: true,
    publicUrl: publicUrl(configuration),
    attempts: {
      perAccount: configuration.PERFUSE_ATTEMPTS_ACCOUNT,
      perAddress: configuration.PERFUSE_ATTEMPTS_ADDRESS,
    },
    region: REGION,
    log: createLogger('silent'),
  });
  const audit = new AuditLog(new AuditRepository(database));
  return {
    configuration,
    database,
    installation,
    accounts,
    organisations,
    configurations: new Configurations(new ConfigurationRepository(database), organisations),
    keys: new OrganisationKeys(new OrganisationKeyRepository(database)),
    ...createWebhooks(database, encryption),
    audit,
    change: (action, target, work, targetOf) =>
      audit.record({ actor: actor(), action, target }, work, targetOf),
    close: async () => {
      await accounts.stop();
      await close();
    },
  };
}

/**
 * Opens the installation for one command.
 * @throws FolderError where there is none, or one of another version.
 */
export async function openOperator(configuration: Configuration): Promise<Operator> {
  const { database, close } =
    configuration.DATABASE_URL === undefined
      ? await openOffline(configuration.PERFUSE_DATA_DIR)
      : await openConfiguredStorage(configuration, createLogger('silent'));
  try {
    return await compose(configuration, database, close);
  } catch (error) {
    await close();
    throw error;
  }
}
