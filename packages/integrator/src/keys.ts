// SPDX-License-Identifier: Apache-2.0
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { IntegratorError } from './fault.ts';

/** PKCS #8 as PEM, as printed by `perfuse key create`, or a Node key object. */
export type PrivateKey = string | KeyObject;

/** A private key with the installation's id of its public half. */
export interface OrganisationKey {
  readonly id?: string;
  readonly privateKey: PrivateKey;
}

function keyObject(key: PrivateKey): KeyObject {
  if (typeof key !== 'string') return key;
  try {
    return createPrivateKey(key);
  } catch {
    throw new IntegratorError('KEY_NOT_USABLE', 'It is not PKCS #8 in PEM.');
  }
}

const isP256 = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';

/**
 * A launch key with its signing algorithm.
 * @throws IntegratorError KEY_NOT_USABLE for any curve except Ed25519 and P-256.
 */
export function signingKey(key: PrivateKey): { key: KeyObject; algorithm: 'EdDSA' | 'ES256' } {
  const object = keyObject(key);
  if (object.type !== 'private')
    throw new IntegratorError('KEY_NOT_USABLE', 'It is not a private key.');
  if (object.asymmetricKeyType === 'ed25519') return { key: object, algorithm: 'EdDSA' };
  if (isP256(object)) return { key: object, algorithm: 'ES256' };
  throw new IntegratorError('KEY_NOT_USABLE', 'Launches are signed with Ed25519 or P-256.');
}

/** @throws IntegratorError KEY_NOT_USABLE for any curve except P-256. */
export function decryptionKey(key: PrivateKey): KeyObject {
  const object = keyObject(key);
  if (object.type === 'private' && isP256(object)) return object;
  throw new IntegratorError('KEY_NOT_USABLE', 'Results are encrypted to a P-256 key.');
}
