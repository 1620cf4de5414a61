// SPDX-License-Identifier: Apache-2.0
import type { Platform } from '../../platform/platform.ts';
import { ConfigurationRepository } from './configuration-repository.ts';
import { Configurations } from './configurations.ts';
import { Directory } from './directory.ts';
import { OrganisationDirectory } from './directory-repository.ts';
import type { Installation } from './installation.ts';
import { OrganisationKeyRepository } from './organisation-key-repository.ts';
import { OrganisationKeys } from './organisation-keys.ts';
import { OrganisationRepository } from './organisation-repository.ts';
import { StudyRepository } from './study-repository.ts';
import { WebhookSecretRepository } from './webhook-secret-repository.ts';
import { WebhookSecrets } from './webhook-secrets.ts';
import { WebhookSigner } from './webhook-signer.ts';

/** Organisations with their studies, configurations, keys and signing secrets. */
export interface Organisations {
  readonly organisations: OrganisationRepository;
  readonly directory: Directory;
  readonly directoryRows: OrganisationDirectory;
  readonly studies: StudyRepository;
  readonly configurations: Configurations;
  readonly configurationRows: ConfigurationRepository;
  readonly keys: OrganisationKeys;
  readonly keyRows: OrganisationKeyRepository;
  readonly webhookSecrets: WebhookSecrets;
  readonly signer: WebhookSigner;
}

export function createOrganisations(
  { database, now, encryption, housekeeping, checkTarget, erased }: Platform,
  installation: Installation,
): Organisations {
  const organisations = new OrganisationRepository(database, now);
  const directoryRows = new OrganisationDirectory(database, now);
  const configurationRows = new ConfigurationRepository(database, now);
  const keyRows = new OrganisationKeyRepository(database, now);
  const secretRows = new WebhookSecretRepository(database, now);
  const webhookSecrets = new WebhookSecrets(secretRows, encryption, now);
  housekeeping.add('webhook secrets', () => secretRows.purge());
  return {
    organisations,
    directory: new Directory(directoryRows, installation, erased),
    directoryRows,
    studies: new StudyRepository(database, now),
    configurations: new Configurations(configurationRows, organisations, checkTarget),
    configurationRows,
    keys: new OrganisationKeys(keyRows),
    keyRows,
    webhookSecrets,
    signer: new WebhookSigner(webhookSecrets, now),
  };
}
