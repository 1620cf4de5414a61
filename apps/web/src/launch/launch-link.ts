// SPDX-License-Identifier: Apache-2.0
import type { Edition } from '../config/build.ts';
import { basePathOf, fullPath } from '../config/base-path.ts';
import { PATHS } from '../routes/paths.ts';

/** An enterprise link (specification, section 2). */
export type LaunchLink =
  | {
      readonly kind: 'plain';
      readonly configId: string;
      /** Screen that a mailed link of the organisation opens; without one, the start. */
      readonly screen?: typeof PATHS.reset | typeof PATHS.confirm;
    }
  | {
      readonly kind: 'signed';
      readonly configId: string;
      /** The integrator's profile, signed or base64url. */
      readonly profileData: string;
      readonly token: string;
      readonly refreshToken: string;
      /** The integrator's session id; null where the link has none. */
      readonly sessionId: string | null;
    }
  /**
   * A signed link that this tab has opened: its data is gone, because of a reload before the visit was complete or
   * because the visit has ended here.
   */
  | { readonly kind: 'spent'; readonly configId: string; readonly ended?: VisitEnd };

/** Path of a plain link, below the base path of the page. */
export const plainLinkPath = (configId: string, { pathname }: Pick<Location, 'pathname'>): string =>
  fullPath(pathname, `/i/${encodeURIComponent(configId)}`);

/** Why this browser has forgotten the person whom a link named. */
export const VISIT_ENDS = ['idle', 'session-expired', 'forgotten'] as const;
export type VisitEnd = (typeof VISIT_ENDS)[number];

/** Key in the history state of a link that was removed from the address; its value says how the visit ended. */
const SPENT = 'perfuse-launch';

const isSpent = (state: unknown): state is Readonly<Record<typeof SPENT, unknown>> =>
  typeof state === 'object' && state !== null && SPENT in state;

/** Replaces the history entry by that of a link which cannot be opened again. @returns that link. */
export function spendLink(
  configId: string,
  { pathname }: LinkAddress,
  history: Pick<History, 'replaceState'>,
  ended?: VisitEnd,
): LaunchLink {
  const rest = fullPath(pathname, `/c/${encodeURIComponent(configId)}`);
  history.replaceState({ [SPENT]: ended ?? true }, '', rest);
  return { kind: 'spent', configId, ended };
}

/**
 * Path segments below the base, then those of the fragment, decoded; null when one cannot be decoded. The fragment is
 * sent to no server.
 */
function partsOf({
  pathname,
  hash,
}: Pick<Location, 'pathname' | 'hash'>): readonly string[] | null {
  const base = basePathOf(pathname);
  const path = pathname.slice(base === '/' ? 1 : base.length + 1).split('/');
  const isFragment = path.length === 2 && path[0] === 'c' && hash.length > 1;
  try {
    return [...path, ...(isFragment ? hash.slice(1).split('/') : [])].map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** `/c/{configId}/{profileData}/…`, or `/c/{configId}#{profileData}/…`. */
export interface LinkAddress {
  readonly pathname: string;
  readonly hash?: string;
}

/** Parses the link in an address; null when it is none. The routes match exactly. */
export function launchLinkOf(
  { pathname, hash = '' }: LinkAddress,
  state: unknown = null,
): LaunchLink | null {
  const parts = partsOf({ pathname, hash });
  if (parts === null || parts.includes('')) return null;
  const [kind, configId, profileData, token, refreshToken, sessionId] = parts;
  if (configId === undefined) return null;
  if (kind === 'i' || kind === 'reset' || kind === 'confirm') {
    if (parts.length !== 2) return null;
    return kind === 'i'
      ? { kind: 'plain', configId }
      : { kind: 'plain', configId, screen: PATHS[kind] };
  }
  if (kind !== 'c') return null;
  if (parts.length === 2 && isSpent(state)) {
    return { kind: 'spent', configId, ended: VISIT_ENDS.find((end) => end === state[SPENT]) };
  }
  if (profileData === undefined || token === undefined || refreshToken === undefined) return null;
  if (parts.length > 6) return null;
  return {
    kind: 'signed',
    configId,
    profileData,
    token,
    refreshToken,
    sessionId: sessionId ?? null,
  };
}

/**
 * Reads the link that opened the page and removes its data from the address bar and the history at once: a profile and
 * tokens would stay there, in screenshots and on the screen. The configuration's id stays, from which the server knows
 * whose pictures and styles the page may load.
 */
export function takeLaunchLink(
  edition: Edition,
  { pathname, hash }: LinkAddress,
  history: Pick<History, 'replaceState' | 'state'>,
): LaunchLink | null {
  const link = edition === 'enterprise' ? launchLinkOf({ pathname, hash }, history.state) : null;
  const launches = fullPath(pathname, '/c/');
  if (link?.kind === 'signed') spendLink(link.configId, { pathname }, history);
  else if (link === null && pathname.startsWith(launches)) {
    // Cut, misspelt or for the other edition: what cannot be opened has the same data.
    history.replaceState(null, '', launches + pathname.slice(launches.length).replace(/\/.*/, ''));
  }
  return link;
}
