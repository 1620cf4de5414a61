// SPDX-License-Identifier: Apache-2.0
import type { Accounts } from '../accounts/index.ts';
import type { AuditLog, AuditedAction } from '../audit/index.ts';
import type {
  Configurations,
  OrganisationKeys,
  OrganisationRepository,
  OrganisationRow,
  StudyRepository,
  WebhookSecrets,
} from '../organisations/index.ts';
import type { AdministratorPrincipal } from '../../platform/http/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { UsageRepository } from '../measurements/index.ts';
import type { Webhooks } from '../events/index.ts';

/** The services that the command line uses as well, on the same store. */
export interface AdminDeps {
  readonly accounts: Accounts;
  readonly organisations: OrganisationRepository;
  readonly configurations: Configurations;
  readonly studies: StudyRepository;
  readonly keys: OrganisationKeys;
  readonly audit: AuditLog;
  readonly usage: UsageRepository;
  readonly webhooks: Webhooks;
  readonly webhookSecrets: WebhookSecrets;
  /** Public URL of the app; null when the operator has not set it. */
  readonly publicUrl: string | null;
  readonly hasEnterprise: boolean;
  readonly now: () => number;
}

export const actorOf = ({ administratorId }: AdministratorPrincipal): string =>
  `administrator:${administratorId}`;

/** Makes a change on behalf of the administrator and records it in the audit log. */
export const change = <T>(
  { audit }: Pick<AdminDeps, 'audit'>,
  principal: AdministratorPrincipal,
  audited: Omit<AuditedAction, 'actor'>,
  work: () => Promise<T>,
  targetOf?: (made: T) => string,
): Promise<T> => audit.record({ ...audited, actor: actorOf(principal) }, work, targetOf);

/**
 * Returns the organisation if the administrator may see it; a refusal is audited in the administrator's own one.
 * @throws ServiceError NOT_FOUND, also for an existing one that the administrator may not learn of.
 */
export async function ownOrganisation(
  deps: Pick<AdminDeps, 'accounts' | 'audit'>,
  principal: AdministratorPrincipal,
  id: string,
): Promise<OrganisationRow> {
  const { organisationId } = principal;
  if (organisationId === null || organisationId === id) return deps.accounts.directory.find(id);
  const audited = { action: 'organisation.open' as const, target: id, organisationId };
  return change(deps, principal, audited, () =>
    Promise.reject(new ServiceError('NOT_FOUND', 'There is no such organisation.')),
  );
}

/** @throws ServiceError RESTRICTED for an administrator of one organisation. */
export function assertInstallation({ organisationId }: AdministratorPrincipal): void {
  if (organisationId !== null) {
    throw new ServiceError(
      'RESTRICTED',
      'Only administrators of the whole installation may do that.',
    );
  }
}
