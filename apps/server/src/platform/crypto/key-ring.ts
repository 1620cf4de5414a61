// SPDX-License-Identifier: Apache-2.0
/** The keys of a running server: read again while it runs, so that they can be rotated without a restart. */
import type { Logger } from 'pino';
import type { RoundCounts } from '../jobs/periodic-task.ts';
import {
  deriveKey,
  readSecrets,
  secretsId,
  type CookieKey,
  type EncryptionKey,
  type Secrets,
  type SigningKey,
} from './secrets.ts';

/** How often a server polls for new keys, ms. A rotation announces a key for longer than this before it signs. */
export const REREAD_MS = 30_000;
/** An unknown key triggers an immediate read of the file, but no more often than this, ms. */
const SOONEST_MS = 1_000;

/** Kid of the keys of an installation that never rotated; tokens and data made with them contain no kid. */
const DERIVED = '';

export interface KeyRing {
  /** Every key that tokens may be signed by, oldest first; never empty. */
  readonly signing: () => readonly SigningKey[];
  /** Every key that cookies may be encrypted with, oldest first; never empty. */
  readonly cookies: () => readonly CookieKey[];
  /** Every key that stored values may be encrypted with, oldest first; never empty. */
  readonly encryption: () => readonly EncryptionKey[];
  /** For an unknown key: checks whether it has been added since. */
  readonly rereadForUnknownKey: () => Promise<void>;
}

/** Sorts keys by their start, because each ends when the next one starts, whatever their order in the file. */
const byBeginning = <K extends { readonly from?: number | undefined }>(
  keys: readonly K[],
): readonly K[] => [...keys].sort((left, right) => (left.from ?? 0) - (right.from ?? 0));

export const signingKeysOf = ({
  signingKey,
  laterSigningKeys = [],
}: Secrets): readonly SigningKey[] => byBeginning([signingKey, ...laterSigningKeys]);

export const cookieKeysOf = (secrets: Secrets): readonly CookieKey[] =>
  byBeginning(
    secrets.cookieKeys ?? [
      {
        kid: DERIVED,
        k: Buffer.from(deriveKey(secrets, 'cookies')).toString('base64url'),
        from: 0,
      },
    ],
  );

export const encryptionKeysOf = ({
  encryptionKeys,
  licenceSecret,
}: Secrets): readonly EncryptionKey[] =>
  byBeginning(encryptionKeys ?? [{ kid: DERIVED, k: licenceSecret, from: 0 }]);

/** The key to use now, of keys sorted by their start: the newest that has started, else the oldest. */
export function keyInUse<K extends { readonly from?: number | undefined }>(
  keys: readonly K[],
  now: number,
): K {
  const used = keys.findLast(({ from = 0 }) => from <= now) ?? keys[0];
  if (used === undefined) throw new Error('The installation has no keys.');
  return used;
}

/** Keys that never change, for a command, which ends before a rotation matters. */
export const fixedKeys = (secrets: Secrets): KeyRing => ({
  signing: () => signingKeysOf(secrets),
  cookies: () => cookieKeysOf(secrets),
  encryption: () => encryptionKeysOf(secrets),
  rereadForUnknownKey: () => Promise.resolve(),
});

export interface RereadKeys extends KeyRing {
  /**
   * Reads the file now. A file that cannot be read or belongs to another installation is refused, and the keys stay.
   */
  readonly reread: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** @param file from which `secrets` were read. */
export function rereadKeys(
  file: string,
  secrets: Secrets,
  log: Logger,
  metrics: RoundCounts,
  now: () => number = () => performance.now(),
): RereadKeys {
  const id = secretsId(secrets);
  let present = secrets;
  let lookedAt = now();
  let reading: Promise<void> | undefined;
  // In Prometheus, rate() needs a zero before the first failure.
  metrics.background('keys', 'failed', 0);

  const take = async (): Promise<void> => {
    const next = await readSecrets(file).catch(() => null);
    const isTaken = next !== null && secretsId(next) === id;
    metrics.background('keys', isTaken ? 'done' : 'failed');
    if (next === null) log.error({ reason: 'unreadable' }, 'the secrets could not be reloaded');
    else if (secretsId(next) !== id) {
      log.error({ reason: 'other installation' }, 'the secrets could not be reloaded');
    } else {
      const [before, after] = [keysOf(present), keysOf(next)];
      present = next;
      if (before !== after) log.info({ count: signingKeysOf(next).length }, 'keys were reloaded');
    }
  };
  const reread = (): Promise<void> => {
    lookedAt = now();
    reading ??= take().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const timer = setInterval(() => void reread(), REREAD_MS);
  timer.unref();
  return {
    signing: () => signingKeysOf(present),
    cookies: () => cookieKeysOf(present),
    encryption: () => encryptionKeysOf(present),
    rereadForUnknownKey: async () => {
      if (reading !== undefined) await reading;
      else if (now() - lookedAt >= SOONEST_MS) await reread();
    },
    reread,
    stop: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}

/** Identifies a set of keys, for comparison, without their secrets. */
const keysOf = (secrets: Secrets): string =>
  [signingKeysOf(secrets), cookieKeysOf(secrets), encryptionKeysOf(secrets)]
    .map((keys) => keys.map(({ kid }) => kid).join(' '))
    .join('; ');
