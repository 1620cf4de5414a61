// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

const pairSchema = z.object({ Token: z.string(), RefreshToken: z.string() });
export type TokenPair = z.infer<typeof pairSchema>;

/** Where tokens come from. */
export interface TokenSource {
  /** A fresh pair for a guest. */
  readonly issue: () => Promise<TokenPair>;
  /** A new pair for an old one; throws when the old one is no longer accepted. */
  readonly renew: (pair: TokenPair) => Promise<TokenPair>;
}

/** The guest's device token. */
export interface DeviceToken {
  /** The token at hand, or a new one. Throws ApiError when there is none to be had. */
  readonly get: () => Promise<string>;
  /** Call after TOKEN_EXPIRED or INVALID_TOKEN with the token that was refused; resolves to another. */
  readonly renew: (refused: string) => Promise<string>;
}

const KEY = 'perfuse.device';

function remembered(tab: Storage | null): TokenPair | null {
  try {
    const text = tab?.getItem(KEY) ?? null;
    const parsed = pairSchema.safeParse(text === null ? null : JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function remember(tab: Storage | null, pair: TokenPair): void {
  try {
    tab?.setItem(KEY, JSON.stringify(pair));
  } catch {
    // Switched off: the token then lasts as long as the page.
  }
}

/** @param tab storage that dies with the tab, so that a reload does not ask for another device. */
export function createDeviceToken(source: TokenSource, tab: Storage | null): DeviceToken {
  let current = remembered(tab);
  let underWay: Promise<TokenPair> | null = null;

  // One request at a time: a refresh token works once, and two renewals at once would revoke each other.
  const obtain = async (from: TokenPair | null): Promise<string> => {
    underWay ??= (from === null ? source.issue() : source.renew(from).catch(source.issue)).finally(
      () => {
        underWay = null;
      },
    );
    current = await underWay;
    remember(tab, current);
    return current.Token;
  };

  return {
    get: async () => current?.Token ?? obtain(null),
    renew: async (refused) =>
      current === null || current.Token === refused ? obtain(current) : current.Token,
  };
}
