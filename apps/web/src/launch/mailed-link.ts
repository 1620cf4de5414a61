// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

/** Paths of mailed links, with the token each carries. */
export interface MailedTokens {
  readonly reset: string | null;
  readonly confirm: string | null;
}

export const NO_MAILED_TOKENS: MailedTokens = { reset: null, confirm: null };

/** Stored in the history entry, so that a reload of the page has the token again. */
const keptSchema = z.object({ mailed: z.string() });

const PAGE = { reset: /\/reset(?:\/[\w-]{1,64})?$/, confirm: /\/confirm(?:\/[\w-]{1,64})?$/ };

/**
 * Removes the token of a mailed link from the address bar at once: it would stay in the history, in screenshots and on
 * the screen. `/reset#<token>` or `/confirm#<token>`, with an organisation's configuration before the #; the fragment
 * was never sent to a server.
 */
export function takeMailedTokens(
  { pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>,
  history: Pick<History, 'replaceState' | 'state'>,
): MailedTokens {
  const kinds = ['reset', 'confirm'] as const;
  const kind = kinds.find((one) => PAGE[one].test(pathname));
  if (kind === undefined) return NO_MAILED_TOKENS;
  if (hash.length < 2) {
    const kept = keptSchema.safeParse(history.state);
    return kept.success ? { ...NO_MAILED_TOKENS, [kind]: kept.data.mailed } : NO_MAILED_TOKENS;
  }
  const mailed = hash.slice(1);
  history.replaceState({ mailed }, '', pathname + search);
  return { ...NO_MAILED_TOKENS, [kind]: mailed };
}
