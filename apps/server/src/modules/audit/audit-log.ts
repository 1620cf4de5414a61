// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type { AuditKind } from '@perfuse/contract/admin/audit';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { AuditFilter, AuditRepository } from './audit-repository.ts';
import type { AuditRow } from './tables.ts';

export interface AuditedAction {
  /** Who acts, such as `cli:alice` or `administrator:<id>`. */
  readonly actor: string;
  /** Such as `user.erase`. */
  readonly action: `${AuditKind}.${string}`;
  /** Id of what is changed; '' while the action creates it. Never a person's name. */
  readonly target: string;
  /** By default the organisation of the target. */
  readonly organisationId?: string;
  /** Names of the fields that are changed, never their values. */
  readonly details?: readonly string[];
}

/** Records what operators, administrators and staff change. */
export class AuditLog {
  readonly #store: AuditRepository;

  constructor(store: AuditRepository) {
    this.#store = store;
  }

  /**
   * Runs the work and records it: before, so that nothing is done unrecorded, and again with its outcome.
   * @param targetOf id of what was created.
   */
  async record<T>(
    audited: AuditedAction,
    work: () => Promise<T>,
    targetOf?: (made: T) => string,
  ): Promise<T> {
    const { actor, action, target, details = [] } = audited;
    const id = randomUUID();
    // Before the work: afterwards a removed target has no organisation.
    const organisation_id = audited.organisationId ?? (await this.#store.organisationOf(target));
    const changed = details.join(', ');
    await this.#store.begin({ id, actor, action, target, organisation_id, details: changed });
    try {
      const made = await work();
      const madeId = targetOf?.(made);
      await this.#store.end(id, 'done', await this.#made(madeId, organisation_id));
      return made;
    } catch (error) {
      await this.#store.end(id, error instanceof ServiceError ? error.code : 'failed');
      throw error;
    }
  }

  async #made(target: string | undefined, known: string) {
    if (target === undefined) return undefined;
    const organisation_id = known === '' ? await this.#store.organisationOf(target) : known;
    return { target, organisation_id };
  }

  list = (filter: AuditFilter): Promise<readonly AuditRow[]> => this.#store.list(filter);
}
