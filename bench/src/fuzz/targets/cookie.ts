// SPDX-License-Identifier: Apache-2.0
/** Values of cookies: encrypted ones, and the remembered configuration. */
import { z } from '@perfuse/contract/schema';
import { encryptedCookie } from '@perfuse/server/internal/modules/accounts/endpoints/encrypted-cookie';
import { fixedKeys } from '@perfuse/server/internal/platform/crypto/key-ring';
import { secretsSchema } from '@perfuse/server/internal/platform/crypto/secrets';
import type { CookieJar } from '@perfuse/server/internal/platform/http/cookies';
import { visitCookie } from '@perfuse/server/internal/platform/http/visit-cookie';
import { bytesOf, latinOf } from '../engine/bytes.ts';
import { assertThat, isSame } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { ed25519 } from './keys.ts';

/** The keys of an installation whose cookie key repeats one byte. */
const ring = (fill: number) =>
  fixedKeys(
    secretsSchema.parse({
      signingKey: { ...ed25519(fill).export({ format: 'jwk' }), kid: 'fixed' },
      licenceSecret: 'fixed',
      cookieKeys: [{ kid: 'k', k: Buffer.alloc(32, fill).toString('base64url'), from: 0 }],
    }),
  );
const schema = z.object({ Token: z.string(), RefreshToken: z.string() });

/** A browser whose cookies all have one value. */
const jarOf = (value: string, setCookie: CookieJar['setCookie']): CookieJar => ({
  cookie: () => value,
  setCookie,
});

export async function openCookie(): Promise<Target> {
  const options = { path: '/api' } as const;
  const session = encryptedCookie('session', 'session', schema, ring(5), options);
  const other = encryptedCookie('session', 'other', schema, ring(5), options);
  const stranger = encryptedCookie('session', 'session', schema, ring(6), options);
  const value = { Token: 'one', RefreshToken: 'two' };
  const made: string[] = [];
  const keep = (_name: string, text: string): void => void made.push(text);
  for (const cookie of [session, other, stranger]) await cookie.write(jarOf('', keep), value);
  return {
    seeds: [...made, 'conf-acme', 'conf-acme.e'].map(bytesOf),
    words: ['..', '.e', '%00', '__proto__'],
    run: async (input) => {
      const browser = jarOf(latinOf(input), () => undefined);
      const read = await session.read(browser);
      // Encrypted with AES-GCM: only a value that we wrote can be decrypted, and it decrypts to what was written.
      if (read !== null) assertThat(isSame(read, value), 'a cookie is read that we did not write');
      const visit = visitCookie.read(browser.cookie);
      if (visit !== null)
        assertThat(/^[\w-]{1,64}$/.test(visit.configId), 'a remembered id is an id');
    },
  };
}
