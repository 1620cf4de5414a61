// SPDX-License-Identifier: Apache-2.0
import { CompactEncrypt, importJWK } from 'jose';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { ConfigurationRepository, OrganisationKeyRepository } from '../organisations/index.ts';

export interface EncryptionDeps {
  readonly configurations: ConfigurationRepository;
  readonly keys: OrganisationKeyRepository;
}

/**
 * Encrypts results so that only the organisation can read them: a compact JWE to its newest results key.
 * @throws ServiceError NOT_FOUND for an unknown configuration, SERVICE_UNAVAILABLE without a results key.
 */
export async function encryptResults(
  { configurations, keys }: EncryptionDeps,
  configId: string,
  payload: string,
): Promise<string> {
  const configuration = await configurations.find(configId);
  if (configuration === null)
    throw new ServiceError('NOT_FOUND', 'There is no such configuration.');
  const usable = (await keys.list(configuration.organisation_id)).filter(
    ({ purpose, active }) => purpose === 'results' && active,
  );
  const key = usable.at(-1);
  if (key === undefined) {
    throw new ServiceError('SERVICE_UNAVAILABLE', 'The organisation has no results key.');
  }
  const publicKey = await importJWK(key.public_key, 'ECDH-ES+A256KW');
  return new CompactEncrypt(new TextEncoder().encode(payload))
    .setProtectedHeader({
      alg: 'ECDH-ES+A256KW',
      enc: 'A256GCM',
      kid: key.id,
      cty: 'application/json',
    })
    .encrypt(publicKey);
}
