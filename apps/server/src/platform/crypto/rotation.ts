// SPDX-License-Identifier: Apache-2.0
/** Adds keys to an installation, announced before they are used, and removes old ones. */
import type { Stats } from 'node:fs';
import { chmod, chown, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { ServiceError } from '../errors/service-error.ts';
import { randomSecret } from './digest.ts';
import { cookieKeysOf, keyInUse, encryptionKeysOf, signingKeysOf } from './key-ring.ts';
import { FIRST_ENCRYPTION_KEY } from './encryption.ts';
import {
  generateSigningKey,
  newKid,
  readSecrets,
  secretsSchema,
  type CookieKey,
  type Secrets,
} from './secrets.ts';

export const KEY_KINDS = ['signing', 'cookies', 'encryption'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Public facts about a key. */
export interface KeyFacts {
  readonly kind: KeyKind;
  readonly kid: string;
  /** Start of its use, ms since 1970; 0 for the first one. */
  readonly from: number;
  /** `coming` and `past` keys verify or decrypt only; neither signs or encrypts. */
  readonly state: 'coming' | 'in use' | 'past';
  /** When the next one of its kind replaced it, ms since 1970; null until then. */
  readonly until: number | null;
}

/** Name of the first key of a kind, which was derived and has no kid. */
const FIRST = { signing: '', cookies: 'first', encryption: FIRST_ENCRYPTION_KEY } as const;
const nameOf = (kind: KeyKind, kid: string): string => (kid === '' ? FIRST[kind] : kid);

function factsOf(
  kind: KeyKind,
  keys: readonly { readonly kid: string; readonly from?: number | undefined }[],
  now: number,
): readonly KeyFacts[] {
  const used = keyInUse(keys, now);
  return keys.map((key, at) => {
    const from = key.from ?? 0;
    const next = keys[at + 1]?.from;
    const until = next !== undefined && next <= now ? next : null;
    const state = key === used ? 'in use' : from > now ? 'coming' : 'past';
    return { kind, kid: nameOf(kind, key.kid), from, state, until };
  });
}

/** Every key, oldest first within its kind, without its secret. */
export const listKeys = (secrets: Secrets, now: number): readonly KeyFacts[] => [
  ...factsOf('signing', signingKeysOf(secrets), now),
  ...factsOf('cookies', cookieKeysOf(secrets), now),
  ...factsOf('encryption', encryptionKeysOf(secrets), now),
];

/** Kid of a key by its display name. */
export const kidOf = (name: string): string => (name === FIRST_ENCRYPTION_KEY ? '' : name);

const newKey = (from: number): CookieKey => ({
  kid: newKid(),
  k: randomSecret(),
  from,
});

const moment = (ms: number): string => new Date(ms).toISOString();

/**
 * Refuses a key that starts before an announced one: it would end before that starts, or never be used. The announced
 * key is not replaced silently: one server may be about to use it while another has not yet seen its removal.
 */
function assertNoneLater(secrets: Secrets, kinds: readonly KeyKind[], from: number): void {
  const later = listKeys(secrets, from).filter(
    (key) => kinds.includes(key.kind) && key.from > from,
  );
  if (later.length === 0) return;
  const named = later.map((key) => `${key.kid} (${key.kind}, from ${moment(key.from)} on)`);
  throw new ServiceError(
    'RESTRICTED',
    `New keys active from ${moment(from)} would precede keys that are already pending: ${named.join(', ')}. Wait until those become active, or remove each of them first with: perfuse secrets remove <key> --yes.`,
  );
}

/**
 * The secrets with a new key of each kind, used from `from` on, ms since 1970.
 * @throws ServiceError RESTRICTED if a key of such a kind starts after that.
 */
export async function withNewKeys(
  secrets: Secrets,
  kinds: readonly KeyKind[],
  from: number,
): Promise<Secrets> {
  assertNoneLater(secrets, kinds, from);
  const later = secrets.laterSigningKeys ?? [];
  return {
    ...secrets,
    ...(kinds.includes('signing')
      ? { laterSigningKeys: [...later, { ...(await generateSigningKey()), from }] }
      : {}),
    ...(kinds.includes('cookies') ? { cookieKeys: [...cookieKeysOf(secrets), newKey(from)] } : {}),
    ...(kinds.includes('encryption')
      ? { encryptionKeys: [...encryptionKeysOf(secrets), newKey(from)] }
      : {}),
  };
}

/** The secrets without some keys. @throws ServiceError RESTRICTED if one is in use. */
export function withoutKeys(secrets: Secrets, kids: readonly string[], now: number): Secrets {
  const used = listKeys(secrets, now).filter(({ state }) => state === 'in use');
  if (used.some(({ kid }) => kids.includes(kid))) {
    throw new ServiceError('RESTRICTED', 'That key is in use: rotate first.');
  }
  const stays =
    (kind: KeyKind) =>
    ({ kid }: { readonly kid: string }): boolean =>
      !kids.includes(nameOf(kind, kid));
  const [signingKey = secrets.signingKey, ...laterSigningKeys] = signingKeysOf(secrets).filter(
    stays('signing'),
  );
  const cookieKeys = cookieKeysOf(secrets).filter(stays('cookies'));
  const encryptionKeys = secrets.encryptionKeys?.filter(stays('encryption'));
  return { ...secrets, signingKey, laterSigningKeys, cookieKeys, encryptionKeys };
}

/** The secrets with the additional encryption keys of another copy, such as that of an older backup. */
export function withEncryptionKeysOf(secrets: Secrets, other: Secrets): Secrets {
  const own = encryptionKeysOf(secrets);
  const missing = encryptionKeysOf(other).filter(({ kid }) => !own.some((key) => key.kid === kid));
  if (missing.length === 0) return secrets;
  const encryptionKeys = [...own, ...missing].sort((left, right) => left.from - right.from);
  return { ...secrets, encryptionKeys };
}

/**
 * Past keys whose tokens and cookies have all expired: another key replaced them long enough ago.
 * @param longestMs the longest lifetime of what each kind of key makes, ms.
 */
export const expiredKeys = (
  secrets: Secrets,
  longestMs: Readonly<Record<KeyKind, number>>,
  now: number,
): readonly KeyFacts[] =>
  listKeys(secrets, now).filter(
    ({ kind, until }) => until !== null && until + longestMs[kind] <= now,
  );

/** If root changes the keys, the server's account must keep its access. */
async function giveSameRights(file: string, { uid, gid, mode }: Stats): Promise<void> {
  const own = await stat(file);
  if (own.uid !== uid || own.gid !== gid) await chown(file, uid, gid);
  await chmod(file, mode & 0o777);
}

/**
 * Changes the file of secrets. It is replaced atomically, with its owner and rights retained; of two simultaneous
 * changes one is refused.
 * @throws ServiceError RESTRICTED while another change is running, and errors of the file system, such as EROFS, or
 * EPERM if it belongs to an account whose files this one cannot create.
 */
export async function changeSecrets<T>(
  named: string,
  change: (secrets: Secrets) => Promise<{ readonly secrets: Secrets; readonly result: T }>,
): Promise<T> {
  // A mounted secret is often a symbolic link: its target is replaced, not the link.
  const file = await realpath(named);
  const draft = `${file}.changing`;
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
    throw new ServiceError(
      'RESTRICTED',
      `The secrets are being changed by another command; if none is running, remove ${draft}.`,
    );
  });
  try {
    const { secrets, result } = await change(await readSecrets(file));
    await handle.writeFile(JSON.stringify(secretsSchema.parse(secrets)));
    await handle.sync();
    await handle.close();
    await giveSameRights(draft, await stat(file));
    await rename(draft, file);
    return result;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}
