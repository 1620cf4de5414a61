// SPDX-License-Identifier: Apache-2.0
import { RESULTS_LIMITS, type EncryptionBody } from '@perfuse/contract/launch/results';
import { CompactEncrypt, importJWK } from 'jose';
import { sha256 } from '../../platform/crypto/digest.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { ConfigurationRepository, OrganisationKeyRepository } from '../organisations/index.ts';
import type { LaunchRepository } from './launch-repository.ts';
import { launchOf } from './launch-secrets.ts';
import { verifyResults, type MeasuredDeps } from './measured-results.ts';

export interface EncryptionDeps {
  readonly launches: LaunchRepository;
  readonly measured: MeasuredDeps;
  readonly configurations: ConfigurationRepository;
  readonly keys: OrganisationKeyRepository;
}

/**
 * Encrypts the results of a launch so that only the organisation can read them: a compact JWE to its newest results key.
 * @throws ServiceError INVALID_LAUNCH, NOT_OF_THIS_LAUNCH, VALIDATION_ERROR for text that is not results, or
 * RESULTS_REFUSED without a results key.
 */
export async function encryptResults(
  { launches, measured, configurations, keys }: EncryptionDeps,
  secret: string | null,
  { configId, sessionId, resultsPayload }: EncryptionBody,
): Promise<string> {
  const launch = await launchOf(launches, secret, { configId, sessionIds: [sessionId] });
  const { measurement, text } = await verifyResults(measured, launch, resultsPayload, {
    resultsPayload: [['VALID_PROPERTIES', ['is not the JSON text of results']]],
  });
  const configuration = await configurations.find(configId);
  const all = configuration === null ? [] : await keys.list(configuration.organisation_id);
  const key = all.filter(({ purpose, active }) => purpose === 'results' && active).at(-1);
  if (key === undefined) {
    throw new ServiceError('RESULTS_REFUSED', 'The organisation has no results key.');
  }
  const publicKey = await importJWK(key.public_key, 'ECDH-ES+A256KW');
  const encrypted = await new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({
      alg: 'ECDH-ES+A256KW',
      enc: 'A256GCM',
      kid: key.id,
      cty: 'application/json',
    })
    .encrypt(publicKey);
  await launches.keepEncrypted(
    launch.hash,
    sha256(encrypted),
    measurement,
    RESULTS_LIMITS.encryptions,
  );
  return encrypted;
}
