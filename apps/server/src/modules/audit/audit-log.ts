// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { AuditFilter, AuditRepository } from './audit-repository.ts';
import type { AuditRow } from './tables.ts';

export interface Deed {
  /** Who does it, such as `cli:alice` or `administrator:<id>`. */
  readonly actor: string;
  /** What, such as `user.erase`. */
  readonly action: string;
  /** Id of what it is done to; '' where it is only made by it. Never a name of a person. */
  readonly target: string;
  /** Whose it is; by default whose the target is. */
  readonly organisationId?: string;
  /** Names of the fields that are changed, never their values. */
  readonly details?: readonly string[];
}

/** Writes down what operators and administrators change. */
export class AuditLog {
  readonly #store: AuditRepository;

  constructor(store: AuditRepository) {
    this.#store = store;
  }

  /**
   * Does something and notes it: before, so that nothing is done unseen, and again with how it ended.
   * @param targetOf id of what was made.
   */
  async record<T>(deed: Deed, work: () => Promise<T>, targetOf?: (made: T) => string): Promise<T> {
    const { actor, action, target, details = [] } = deed;
    const id = randomUUID();
    // Before: what is removed cannot be asked afterwards whose it was.
    const organisation_id = deed.organisationId ?? (await this.#store.organisationOf(target));
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
