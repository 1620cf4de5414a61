// SPDX-License-Identifier: Apache-2.0
/** Access tokens and the bearer header. Inputs as in launch-token.ts: JSON `[header, claims, key]`, or a token. */
import { createPublicKey } from 'node:crypto';
import { bearerToken } from '@perfuse/server/internal/platform/http/bearer';
import { ServiceError } from '@perfuse/server/internal/platform/errors/service-error';
import {
  createAccessTokens,
  ISSUER,
} from '@perfuse/server/internal/modules/accounts/tokens/access-tokens';
import { fixedKeys } from '@perfuse/server/internal/platform/crypto/key-ring';
import { secretsSchema } from '@perfuse/server/internal/platform/crypto/secrets';
import { bytesOf, jsonBytes, jsonOf, latinOf } from '../engine/bytes.ts';
import { assertThat, resultOrRefusal } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { ed25519, isSignedBy, tokenOf } from './keys.ts';

const NOW = Date.UTC(2026, 0, 1);
const OURS = ed25519(3);
const PAIRS = [{ id: 'fixed', key: OURS, algorithm: 'EdDSA' }] as const;
const FOREIGN = { id: 'fixed', key: ed25519(4), algorithm: 'EdDSA' } as const;

const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceError && ['INVALID_TOKEN', 'TOKEN_EXPIRED'].includes(error.code);

export async function openAccessToken(): Promise<Target> {
  const secrets = secretsSchema.parse({
    signingKey: { ...OURS.export({ format: 'jwk' }), kid: 'fixed' },
    licenceSecret: 'fixed',
  });
  const tokens = createAccessTokens(fixedKeys(secrets), () => NOW);
  const device = {
    deviceId: 'd',
    organisationId: 'o',
    familyId: 'f',
    generation: 1,
    userId: null,
    kind: 'device',
  } as const;
  const ours = await tokens.sign(device, 900);
  const users = await tokens.sign({ ...device, kind: 'user', userId: 'u' }, 900);
  const ended = await tokens.sign(device, -900);
  const claims = jsonOf(Buffer.from(ours.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const header = { alg: 'EdDSA', kid: 'fixed' };
  const { x } = createPublicKey(OURS).export({ format: 'jwk' });
  return {
    seeds: [
      ...[ours, users, ended, `Bearer ${ours}`].map(bytesOf),
      jsonBytes([header, claims, 0]),
      jsonBytes([header, claims, 1]),
      jsonBytes([{ alg: 'HS256' }, claims, 0]),
      jsonBytes([{ ...header, jwk: { kty: 'OKP', crv: 'Ed25519', x } }, claims, 1]),
    ],
    words: ['Bearer ', 'none', 'HS256', ISSUER, 'perfuse:device', 'perfuse:user', 'UserID', 'exp'],
    run: async (input) => {
      const header = await resultOrRefusal(() => bearerToken(latinOf(input)), isRefusal);
      for (const token of [header ?? '', tokenOf(input, PAIRS, FOREIGN)]) {
        for (const verify of [tokens.verify, tokens.verifyExpired]) {
          const principal = await resultOrRefusal(() => verify(token), isRefusal);
          if (principal === undefined) continue;
          assertThat(isSignedBy(token, OURS, 'EdDSA'), 'a token is accepted that we did not sign');
          if (verify === tokens.verify)
            assertThat(principal.expiresAt * 1000 > NOW, 'it has time left');
          assertThat(
            (principal.kind === 'device') === (principal.userId === null),
            'kinds stay apart',
          );
        }
      }
    },
  };
}
