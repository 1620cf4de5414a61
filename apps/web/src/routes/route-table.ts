// SPDX-License-Identifier: Apache-2.0
/** Addresses of the screens (specification, section 2). One table for the router, the guards and the tests. */
import { PATHS, type Path } from './paths.ts';

export interface RouteRow {
  readonly path: Path;
  /** Matches only the path itself; otherwise also paths below it. */
  readonly exact: boolean;
  /** Missing in an enterprise launch with a results callback: the specification's eight, and the history. */
  readonly hiddenInCallbackMode: boolean;
}

const exact = (path: Path): RouteRow => ({ path, exact: true, hiddenInCallbackMode: false });
const inexact = (path: Path): RouteRow => ({ path, exact: false, hiddenInCallbackMode: false });
const hidden = (row: RouteRow): RouteRow => ({ ...row, hiddenInCallbackMode: true });

export const ROUTE_TABLE: readonly RouteRow[] = [
  hidden(exact(PATHS.entry)),
  hidden(exact(PATHS.cameraConsent)),
  hidden(inexact(PATHS.consent)),
  hidden(inexact(PATHS.profile)),
  hidden(inexact(PATHS.login)),
  hidden(inexact(PATHS.logout)),
  hidden(inexact(PATHS.results)),
  hidden(inexact(PATHS.myProfile)),
  inexact(PATHS.measurement),
  inexact(PATHS.permission),
  exact(PATHS.preload),
  exact(PATHS.notFound),
  // Not in the specification.
  inexact(PATHS.phone),
  exact(PATHS.reset),
  exact(PATHS.confirm),
  hidden(exact(PATHS.history)),
  exact(PATHS.terms),
  exact(PATHS.privacy),
];

/**
 * Screens that open while the service is unavailable: the data they show or delete is in the app or in this browser.
 */
export const OPEN_OFFLINE: readonly Path[] = [
  PATHS.results,
  PATHS.terms,
  PATHS.privacy,
  PATHS.logout,
];

/** The row as a pattern of the router. */
export const patternOf = ({ path, exact: isExact }: RouteRow): string =>
  isExact ? path : `${path}/*`;
