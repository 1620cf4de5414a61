// SPDX-License-Identifier: Apache-2.0
import { PATHS } from '../routes/paths.ts';

/** Where mailed links lead, and the token each carries. */
export interface MailedTokens {
  readonly reset: string | null;
  readonly confirm: string | null;
}

const NONE: MailedTokens = { reset: null, confirm: null };

/**
 * Takes the token of a mailed link out of the address bar, at once: it would stay in the history, in screenshots and
 * on the screen. `/reset#<token>` or `/confirm#<token>`; what stands behind the # never reached a server.
 */
export function takeMailedTokens(
  { pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>,
  history: Pick<History, 'replaceState'>,
): MailedTokens {
  const kinds = ['reset', 'confirm'] as const;
  const kind = kinds.find((one) => pathname.endsWith(PATHS[one]));
  if (kind === undefined || hash.length < 2) return NONE;
  history.replaceState(null, '', pathname + search);
  return { ...NONE, [kind]: hash.slice(1) };
}
