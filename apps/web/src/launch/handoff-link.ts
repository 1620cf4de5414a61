// SPDX-License-Identifier: Apache-2.0
import { handOffTokenSchema } from '@perfuse/contract/handoff/token';
import type { Edition } from '../config/build.ts';
import { fullPath } from '../config/base-path.ts';
import { PATHS } from '../routes/paths.ts';

interface HandOffPlace {
  /** Origin that a phone can reach. */
  readonly origin: string;
  /** Path of the page that shows the link. */
  readonly pathname: string;
  /** Configuration of the visit, from which the server knows whose pictures and styles the page may load. */
  readonly configId: string | null;
}

/** The link that a phone opens: `/phone#token`, with the configuration of an enterprise visit before the #. */
export function handOffLink({ origin, pathname, configId }: HandOffPlace, token: string): string {
  const configuration = configId === null ? '' : `/${encodeURIComponent(configId)}`;
  return `${origin}${fullPath(pathname, PATHS.phone)}${configuration}#${token}`;
}

const phonePath = (edition: Edition): RegExp =>
  edition === 'enterprise' ? /\/phone(?:\/[\w-]{1,64})?$/ : /\/phone$/;

/**
 * Reads the token of the hand-off link that opened the page and removes it from the address bar and the history at
 * once. The fragment was never sent to a server, so it is in no log and no link preview.
 */
export function takeHandOffToken(
  edition: Edition,
  { pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  if (!phonePath(edition).test(pathname) || hash.length < 2) return null;
  history.replaceState(null, '', pathname + search);
  const token = handOffTokenSchema.safeParse(hash.slice(1));
  return token.success ? token.data : null;
}
