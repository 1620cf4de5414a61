// SPDX-License-Identifier: Apache-2.0
import {
  authorises,
  type ConsentAnswer,
  type ConsentPurpose,
  type ConsentRecord,
} from '@perfuse/contract/account/consent';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { ConsentGiver, ConsentRepository } from './consent-repository.ts';
import type { ConsentRow } from '../tables.ts';

/** What the present consent allows. */
export interface Permission {
  /** False only when consent was given and no longer includes processing. */
  readonly mayProcess: boolean;
  /** The person who consented to storage; null when nothing may be stored. */
  readonly storesFor: string | null;
  /** The receipt it is based on; null when there is none. */
  readonly receiptId: string | null;
}

const NONE: ConsentAnswer = {
  ID: '',
  description: '',
  data_controller: { company: '', contact: '', email: '', on_behalf: false },
  purposes: [],
  policy_url: '',
  policy_version: '',
  collection_mode: '',
  Created: 0,
};

export const toConsentAnswer = (row: ConsentRow): ConsentAnswer => ({
  ...row.record,
  ID: row.id,
  Created: row.created_at,
});

/** Consent of people and guests. */
export class ConsentService {
  readonly #consents: ConsentRepository;

  constructor(consents: ConsentRepository) {
    this.#consents = consents;
  }

  async retrieve(giver: ConsentGiver): Promise<ConsentAnswer> {
    const row = await this.#consents.current(giver);
    return row === null ? NONE : toConsentAnswer(row);
  }

  /** @throws ServiceError INVALID_TOKEN or ERR_SESSION_EXPIRED when the giver was deleted meanwhile. */
  async create(giver: ConsentGiver, record: ConsentRecord): Promise<ConsentAnswer> {
    const row = await this.#consents.add(giver, record);
    if (row === null) throw ServiceError.ended(giver);
    return toConsentAnswer(row);
  }

  /** @throws ServiceError NOT_FOUND when no consent was given before. */
  async update(giver: ConsentGiver, record: ConsentRecord): Promise<ConsentAnswer> {
    const row = await this.#consents.change(giver, () => record);
    if (row === null) throw new ServiceError('NOT_FOUND', 'There is no consent to change.');
    return toConsentAnswer(row);
  }

  /**
   * Withdraws every purpose but those to be kept, and deletes what was stored under the consent.
   * @returns null where no consent was given.
   */
  async withdraw(
    giver: ConsentGiver,
    kept: readonly ConsentPurpose[] = [],
  ): Promise<ConsentAnswer | null> {
    const row = await this.#consents.change(giver, (last) => ({
      ...last,
      purposes: last.purposes.map((one) => ({
        ...one,
        authorized: one.authorized && kept.includes(one.purpose),
      })),
    }));
    return row === null ? null : toConsentAnswer(row);
  }

  async permission(giver: Pick<ConsentGiver, 'userId' | 'deviceId'>): Promise<Permission> {
    const row = await this.#consents.current(giver);
    const mayStore = authorises(row?.record ?? null, 'healthDataStorage');
    return {
      mayProcess: row === null || authorises(row.record, 'healthDataProcessing'),
      storesFor: mayStore ? giver.userId : null,
      receiptId: row?.id ?? null,
    };
  }
}
