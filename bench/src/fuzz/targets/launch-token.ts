// SPDX-License-Identifier: Apache-2.0
/**
 * Signed launch profiles. An input that is JSON `[header, claims, key]` is signed accordingly; any other is used as a
 * token verbatim. A token that the product accepts must be signed by the organisation's key, as verified with Node's
 * crypto alone, and contain the claims that the product reads from it.
 */
import { publicKeySchema } from '@perfuse/contract/account/keys';
import { createPublicKey } from 'node:crypto';
import { LaunchError } from '@perfuse/server/internal/modules/launch/launch-error';
import {
  isSigned,
  readSigned,
  type LaunchKey,
} from '@perfuse/server/internal/modules/launch/launch-token';
import { bytesOf, jsonBytes, jsonOf } from '../engine/bytes.ts';
import { assertThat, isSame, resultOrRefusal } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { compactJws, ed25519, isSignedBy, p256, tokenOf, type SigningPair } from './keys.ts';

const NOW = Date.UTC(2026, 0, 1);
const CONFIG = 'conf-acme';
const ORGANISATION = 'acme';

const PAIRS: readonly SigningPair[] = [
  { id: 'first', key: ed25519(1), algorithm: 'EdDSA' },
  { id: 'second', key: p256(2), algorithm: 'ES256' },
];
/** A key that is not trusted. */
const FOREIGN: SigningPair = { id: 'first', key: ed25519(9), algorithm: 'EdDSA' };

const trusted: readonly LaunchKey[] = PAIRS.map(({ id, key }) => ({
  id,
  publicKey: publicKeySchema.parse(createPublicKey(key).export({ format: 'jwk' })),
}));

export function openLaunchToken(): Promise<Target> {
  const seconds = NOW / 1000;
  const claims = {
    iss: ORGANISATION,
    aud: CONFIG,
    iat: seconds,
    exp: seconds + 300,
    jti: 'abcdefgh-1',
    profile: { identifier: 'case-7' },
  };
  const header = { alg: 'EdDSA', kid: 'first' };
  const [first] = PAIRS;
  const whole =
    first === undefined
      ? ''
      : compactJws(JSON.stringify(header), JSON.stringify(claims), first.key, first.algorithm);
  const [h = '', c = '', s = ''] = whole.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  return Promise.resolve({
    seeds: [
      jsonBytes([header, claims, 0]),
      jsonBytes([{ alg: 'ES256' }, claims, 1]),
      jsonBytes([header, claims, 7]),
      jsonBytes([{ ...header, b64: false, crit: ['b64'] }, claims, 0]),
      jsonBytes([header, { ...claims, nbf: seconds + 999, exp: seconds - 99 }, 0]),
      bytesOf(whole),
      bytesOf(`${none}.${c}.`),
      bytesOf(`${h}.${c}.${s}=`),
      bytesOf(`..${s}`),
    ],
    words: ['alg', 'none', 'HS256', 'kid', 'jwk', 'jku', 'x5c', 'crit', 'b64', 'aud', 'nbf', 'exp'],
    run: async (input) => {
      const token = tokenOf(input, PAIRS, FOREIGN);
      if (!isSigned(token)) return;
      const read = await resultOrRefusal(
        () =>
          readSigned(token, {
            configId: CONFIG,
            orgIdentifier: ORGANISATION,
            keys: trusted,
            now: NOW,
          }),
        (error) => error instanceof LaunchError,
      );
      if (read === undefined) return;
      const genuine = PAIRS.some(({ key, algorithm }) => isSignedBy(token, key, algorithm));
      assertThat(genuine, 'a token is accepted that no key of the organisation signed');
      const told = jsonOf(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
      assertThat(typeof told === 'object' && told !== null, 'what was signed is an object');
      if ('refusal' in read) {
        const profile: unknown = Reflect.get(told, 'profile') ?? null;
        assertThat(isSame(profile, read.profile), 'the way back is what was signed');
        return;
      }
      const { claims } = read;
      assertThat(
        claims.iss === ORGANISATION && claims.aud === CONFIG,
        'it is for this configuration',
      );
      assertThat(claims.exp >= seconds - 60 && claims.exp <= seconds + 960, 'its time is now');
      assertThat(isSame(Reflect.get(told, 'jti'), claims.jti), 'it says what was signed');
    },
  });
}
