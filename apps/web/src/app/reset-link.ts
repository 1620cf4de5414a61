// SPDX-License-Identifier: Apache-2.0
import { PATHS } from './routes/paths.ts';

/**
 * Takes the token of a mailed reset link out of the address bar, at once: it would stay in the history, in screenshots
 * and on the screen. `/reset#<token>`; what stands behind the # never reached a server.
 * @returns the token, or null when this is no such link.
 */
export function takeResetToken(
  { pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  if (!pathname.endsWith(PATHS.reset) || hash.length < 2) return null;
  history.replaceState(null, '', pathname + search);
  return hash.slice(1);
}
