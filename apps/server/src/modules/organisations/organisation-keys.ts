// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import {
  publicKeySchema,
  type KeyCurve,
  type KeyPurpose,
  type PublicKey,
} from '@perfuse/contract/account/keys';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { parseInput } from '../../platform/errors/validation.ts';
import type { OrganisationKeyRepository } from './organisation-key-repository.ts';
import type { OrganisationKeyRow } from './tables.ts';

const ALGORITHMS = {
  Ed25519: ['EdDSA', { crv: 'Ed25519', extractable: true }],
  'P-256': ['ES256', { extractable: true }],
} as const;

export interface NewKey {
  readonly organisationId: string;
  readonly name: string;
  readonly purpose: KeyPurpose;
}

/** Short, and safe in headers and URLs. */
const newKeyId = (): string => randomBytes(8).toString('hex');

/** Keys with which organisations sign launches and decrypt results. Only public halves are stored. */
export class OrganisationKeys {
  readonly #store: OrganisationKeyRepository;

  constructor(store: OrganisationKeyRepository) {
    this.#store = store;
  }

  /**
   * Generates a pair.
   * @returns the private half as PKCS #8: it is not stored and cannot be shown again.
   * @throws ServiceError VALIDATION_ERROR for a curve that the purpose cannot use.
   */
  async create(
    key: NewKey,
    curve: KeyCurve,
  ): Promise<{ readonly id: string; readonly publicKey: PublicKey; readonly privateKey: string }> {
    const [algorithm, options] = ALGORITHMS[curve];
    const pair = await generateKeyPair(algorithm, options);
    const publicKey = publicKeySchema.parse(await exportJWK(pair.publicKey));
    const id = await this.add(key, publicKey);
    return { id, publicKey, privateKey: await exportPKCS8(pair.privateKey) };
  }

  /**
   * Stores the public half of a pair that the organisation made itself.
   * @throws ServiceError VALIDATION_ERROR for another kind of key, or a private one.
   */
  async add({ organisationId, name, purpose }: NewKey, given: unknown): Promise<string> {
    const publicKey = parseInput(publicKeySchema, given, 'key');
    if (purpose === 'results' && publicKey.crv !== 'P-256') {
      throw new ServiceError('VALIDATION_ERROR', 'A results key must use the curve P-256.', {
        key: [['VALUES', ['P-256']]],
      });
    }
    const id = newKeyId();
    await this.#store.add({ id, organisationId, name, purpose, publicKey });
    return id;
  }

  list = (organisationId: string): Promise<readonly OrganisationKeyRow[]> =>
    this.#store.list(organisationId);

  /**
   * @returns false when there is no such key.
   * @throws ServiceError RESTRICTED for the last results key while a configuration encrypts to it: each of its
   * measurements would fail at the end.
   */
  async revoke(id: string): Promise<boolean> {
    const outcome = await this.#store.deactivate(id);
    if (typeof outcome === 'string') return outcome === 'done';
    throw new ServiceError(
      'RESTRICTED',
      `The configuration ${outcome.neededBy} encrypts results with this key only: create another one first, or set encryptResults to false.`,
    );
  }
}
