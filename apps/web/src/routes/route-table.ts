// SPDX-License-Identifier: Apache-2.0
/** Which addresses lead to which screen (specification, section 2). One table for the router, the guards and the tests. */
import { PATHS, type Path } from './paths.ts';

export interface RouteRow {
  readonly path: Path;
  /** Matches the path alone; otherwise also what follows it after a slash. */
  readonly exact: boolean;
  /** One that an enterprise launch with a results callback does not have: the specification's eight, and the history. */
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
  // Of our own.
  inexact(PATHS.phone),
  exact(PATHS.reset),
  exact(PATHS.confirm),
  hidden(exact(PATHS.history)),
  exact(PATHS.terms),
  exact(PATHS.privacy),
];

/** What opens while the service does not answer: what it shows, or takes away, is in the app or in this browser. */
export const OPEN_OFFLINE: readonly Path[] = [
  PATHS.results,
  PATHS.terms,
  PATHS.privacy,
  PATHS.logout,
];

/** The row as the router writes it. */
export const patternOf = ({ path, exact: isExact }: RouteRow): string =>
  isExact ? path : `${path}/*`;
