// SPDX-License-Identifier: Apache-2.0
import { useContext, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useShallow } from 'zustand/react/shallow';
import { hasConsented, ownerOf } from '../../session/session-state.ts';
import type { Session } from '../../session/session-store.ts';
import { StartFailed } from '../startup/StartFailed.tsx';
import { useAnalysisPlace } from '../../services/analysis-place.ts';
import {
  RetryStartContext,
  useIsCallbackMode,
  useLaunchFacts,
  useSession,
  useSignedInUser,
} from '../../services/use-services.ts';
import { redirectFrom, type FlowFlags } from './guards.ts';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import type { PreloadState } from '../../routes/after-preload.ts';
import { PATHS } from '../../routes/paths.ts';
import { OPEN_OFFLINE, type RouteRow } from '../../routes/route-table.ts';

type FlagsElsewhere = 'requiresAuthentication' | 'signedIn' | 'isCallbackMode';
const flagsOf = (session: Session, isOnDevice: boolean): Omit<FlowFlags, FlagsElsewhere> => ({
  isKeptHere: isOnDevice && ownerOf(session) !== undefined,
  preloadCompleted: session.preloadCompleted,
  termsAccepted: session.termsAccepted,
  consentCompleted: hasConsented(session, isOnDevice),
  profileCompleted: session.profileCompleted,
  demographicsSkipped: session.demographicsEntryMode === 'noDemographics',
  isSample: session.isSample,
  hasResult: session.results.length > 0,
});

export interface GuardedProps {
  readonly row: RouteRow;
  /** None for a path that only redirects. */
  readonly children?: ReactNode;
}

/** Shows the screen of a path, redirects to the step that comes first, or reports that the service is unavailable. */
export function Guarded({ row, children }: GuardedProps): ReactNode {
  const { requiresAuthentication } = useLaunchFacts();
  const isCallbackMode = useIsCallbackMode();
  const signedIn = useSignedInUser() !== null;
  const { isOnDevice } = useAnalysisPlace();
  const flags = useSession(useShallow((session: Session) => flagsOf(session, isOnDevice)));
  const tryAgain = useContext(RetryStartContext);
  if (tryAgain !== null) {
    const isHere = OPEN_OFFLINE.includes(row.path);
    const isEmpty = row.path === PATHS.results && !flags.hasResult;
    if (!isHere || isEmpty) return <StartFailed onRetry={tryAgain} />;
  }
  const isAsked = row.path === PATHS.profile && !flags.demographicsSkipped;
  if (isCallbackMode && row.hiddenInCallbackMode && !isAsked) return <NotFoundScreen />;
  const target = redirectFrom(row.path, {
    ...flags,
    requiresAuthentication,
    signedIn,
    isCallbackMode,
  });
  if (target === null) return children;
  const state: PreloadState | null = target === PATHS.preload ? { wanted: row.path } : null;
  return <Navigate to={target} replace state={state} />;
}
