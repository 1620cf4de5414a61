// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Edition } from '../config/build.ts';
import { readJson, write } from '../platform/browser/stored.ts';
import { ApiError, isAway } from '@perfuse/client';
import { pairSchema, type TokenPair } from '../session/token-pair.ts';

/** The pair as stored in the tab. */
const keptSchema = z.extend(pairSchema, { launched: z.optional(z.boolean()) });
type KeptPair = z.infer<typeof keptSchema>;

/** Where pairs come from. */
export interface PairSource {
  /** A fresh pair for a guest. */
  readonly issue: () => Promise<TokenPair>;
  /** A new pair for an old one; throws when the old one is no longer accepted. */
  readonly renew: (pair: TokenPair) => Promise<TokenPair>;
}

/** The guest's device token. */
export interface DeviceToken {
  /** The current token; null before the first one. */
  readonly held: () => string | null;
  /** The pair of the current token. */
  readonly pair: () => TokenPair | null;
  /** The current token, or a new one. Throws ApiError when none can be obtained. */
  readonly get: () => Promise<string>;
  /** Call after TOKEN_EXPIRED or INVALID_TOKEN with the token that was refused; resolves to another. */
  readonly renew: (refused: string) => Promise<string>;
  /**
   * Uses the pair supplied by a launch.
   * @param isReplaceable whether a new pair replaces it when it expires; otherwise the integrator's visit is over then.
   */
  readonly adopt: (pair: TokenPair, isReplaceable: boolean) => void;
  /** Drops the pair. @param isOver whether this visit gets no new one. */
  readonly forget: (isOver: boolean) => void;
  /** Whether the pair is an integrator's, which takes precedence over a person who happens to be signed in here. */
  readonly isIntegrators: () => boolean;
}

/** Where the tab stores a pair, by edition: a pair from an organisation's link must not reach the other edition. */
const keyOf = (edition: Edition): string =>
  edition === 'consumer' ? 'perfuse.device' : `perfuse.device.${edition}`;

/** @param tab storage that ends with the tab, so that a reload does not request another device. */
export function createDeviceToken(
  source: PairSource,
  tab: Storage | null,
  edition: Edition = 'consumer',
): DeviceToken {
  const key = keyOf(edition);
  let current: KeptPair | null = readJson(tab, key, keptSchema);
  let underWay: Promise<TokenPair> | null = null;
  let isLaunched = current?.launched === true;
  let eras = 0;

  const keep = (pair: TokenPair): string => {
    const { Token, RefreshToken } = pair;
    current = { Token, RefreshToken, ...(isLaunched ? { launched: true } : {}) };
    write(tab, key, JSON.stringify(current));
    return Token;
  };
  const renewedOrNew = (from: TokenPair): Promise<TokenPair> =>
    source.renew(from).catch((cause: unknown) => {
      // Consent and measurements belong to the existing device, so an outage must not replace it.
      if (isAway(cause)) throw cause;
      return source.issue();
    });
  const another = (from: TokenPair | null): Promise<TokenPair> => {
    if (!isLaunched) return from === null ? source.issue() : renewedOrNew(from);
    if (from !== null) return source.renew(from);
    return Promise.reject(new ApiError('TOKEN_EXPIRED', 401, 'the launched visit is over'));
  };
  // One request at a time: a refresh token works once, and two renewals at once would revoke each other.
  const obtain = async (from: TokenPair | null): Promise<string> => {
    const era = eras;
    underWay ??= another(from).finally(() => {
      if (era === eras) underWay = null;
    });
    const pair = await underWay;
    // Adopted or forgotten in the meantime: the earlier answer is dropped.
    return era === eras ? keep(pair) : pair.Token;
  };
  const begin = (launched: boolean): void => {
    eras += 1;
    underWay = null;
    isLaunched = launched;
  };

  return {
    held: () => current?.Token ?? null,
    pair: () => current,
    get: async () => current?.Token ?? obtain(null),
    renew: async (refused) =>
      current === null || current.Token === refused ? obtain(current) : current.Token,
    isIntegrators: () => isLaunched,
    adopt: (pair, isReplaceable) => {
      begin(!isReplaceable);
      keep(pair);
    },
    forget: (isOver) => {
      begin(isOver);
      current = null;
      write(tab, key, null);
    },
  };
}

/** Tokens of a device other than this tab's: the token is renewed, but no new device replaces it. */
export function tokensOf(pair: TokenPair, renew: PairSource['renew']): DeviceToken {
  const issue = (): Promise<TokenPair> => Promise.reject(new Error('It is the device or none.'));
  const token = createDeviceToken({ issue, renew }, null);
  token.adopt(pair, false);
  return token;
}
