// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../http/service-error.ts';
import type { AuditRepository, AuditRow } from '../storage/repositories/audit.ts';

export interface Deed {
  /** Who does it, such as `cli:alice`. */
  readonly actor: string;
  /** What, such as `user.erase`. */
  readonly action: string;
  /** Id of what it is done to; '' where it is only made by it. Never a name of a person. */
  readonly target: string;
}

/** Writes down what operators change. */
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
    const id = randomUUID();
    await this.#store.begin({ id, ...deed });
    try {
      const made = await work();
      await this.#store.end(id, 'done', targetOf?.(made));
      return made;
    } catch (error) {
      await this.#store.end(id, error instanceof ServiceError ? error.code : 'failed');
      throw error;
    }
  }

  list = (limit: number): Promise<readonly AuditRow[]> => this.#store.list(limit);
}
