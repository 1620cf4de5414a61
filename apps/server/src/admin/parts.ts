// SPDX-License-Identifier: Apache-2.0
import type { Accounts } from '../accounts/accounts.ts';
import type { AuditLog, Deed } from '../accounts/audit-log.ts';
import type { Configurations } from '../accounts/configurations.ts';
import type { OrganisationKeys } from '../accounts/organisation-keys.ts';
import type { AdministratorPrincipal } from '../http/principal.ts';
import { ServiceError } from '../http/service-error.ts';
import type { Installation } from '../installation/seed.ts';
import type { OrganisationRow } from '../storage/repositories/organisation-directory.ts';
import type { OrganisationRepository } from '../storage/repositories/organisations.ts';
import type { UsageRepository } from '../storage/repositories/usage.ts';
import type { Forwarder } from '../webhooks/forwarder.ts';
import type { WebhookSecrets } from '../webhooks/webhook-secrets.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** What the administration works with: the services that the command line uses, on the same store. */
export interface AdminParts {
  readonly accounts: Accounts;
  readonly organisations: OrganisationRepository;
  readonly configurations: Configurations;
  readonly keys: OrganisationKeys;
  readonly audit: AuditLog;
  readonly usage: UsageRepository;
  readonly webhooks: Webhooks;
  readonly webhookSecrets: WebhookSecrets;
  readonly forwarder: Pick<Forwarder, 'nudge'>;
  readonly installation: Installation;
  /** Where people reach the app; null when the operator has not said. */
  readonly publicUrl: string | null;
  readonly hasEnterprise: boolean;
}

export const actorOf = ({ administratorId }: AdministratorPrincipal): string =>
  `administrator:${administratorId}`;

/** Does a change of an organisation's and notes it in the audit log. */
export const change = <T>(
  { audit }: Pick<AdminParts, 'audit'>,
  principal: AdministratorPrincipal,
  deed: Omit<Deed, 'actor'>,
  work: () => Promise<T>,
  targetOf?: (made: T) => string,
): Promise<T> => audit.record({ ...deed, actor: actorOf(principal) }, work, targetOf);

/**
 * The organisation, for those who may see it.
 * @throws ServiceError NOT_FOUND, also for one that is there: whether it is, is not theirs to know.
 */
export async function ownOrganisation(
  { accounts }: Pick<AdminParts, 'accounts'>,
  { organisationId }: AdministratorPrincipal,
  id: string,
): Promise<OrganisationRow> {
  if (organisationId !== null && organisationId !== id) {
    throw new ServiceError('NOT_FOUND', 'There is no such organisation.');
  }
  return accounts.directory.find(id);
}

/** @throws ServiceError RESTRICTED for an administrator of one organisation. */
export function demandInstallation({ organisationId }: AdministratorPrincipal): void {
  if (organisationId !== null) {
    throw new ServiceError(
      'RESTRICTED',
      'Only administrators of the whole installation may do that.',
    );
  }
}
