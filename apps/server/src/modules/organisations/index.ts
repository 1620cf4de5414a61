// SPDX-License-Identifier: Apache-2.0
/** What other modules may import from this one. */
export type { ConfigurationRepository } from './configuration-repository.ts';
export { parseSettings, TARGETS, type Configurations } from './configurations.ts';
export { OrganisationDirectory, type OrganisationDetails } from './directory-repository.ts';
export { toOrganisationAnswer, type Directory, type OrganisationName } from './directory.ts';
export {
  DEMO_CONFIGURATION,
  openInstallation,
  readInstallation,
  seed,
  type Installation,
} from './installation.ts';
export { lockOrganisation } from './lock-organisation.ts';
export type { OrganisationKeyRepository } from './organisation-key-repository.ts';
export type { OrganisationKeys } from './organisation-keys.ts';
export {
  OrganisationRepository,
  SORTABLE_STUDIES,
  type CountedStudyRow,
  type StudyRow,
} from './organisation-repository.ts';
export { createOrganisations, type Organisations } from './organisations.ts';
export { pictureKind } from './pictures.ts';
export { assertSecretsMatch, SecretsMismatchError } from './shared-secrets.ts';
export type { StudyRepository } from './study-repository.ts';
export {
  ENDED_SESSION,
  isAnonymous,
  licenceRow,
  type BranchRow,
  type ConfigurationRow,
  type OrganisationRow,
} from './tables.ts';
export type { WebhookSecrets } from './webhook-secrets.ts';
export type { WebhookSigner } from './webhook-signer.ts';
