// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useShallow } from 'zustand/react/shallow';
import type { Session } from '../session/session-store.ts';
import { useLaunchFacts, useSession, useSignedInUser } from '../use-services.ts';
import { redirectFrom, type FlowFlags } from './guards.ts';
import type { Path } from './paths.ts';

const flagsOf = (session: Session): Omit<FlowFlags, 'requiresAuthentication' | 'signedIn'> => ({
  preloadCompleted: session.preloadCompleted,
  termsAccepted: session.termsAccepted,
  consentCompleted: session.consentCompleted,
  profileCompleted: session.profileCompleted,
  demographicsSkipped: session.demographicsEntryMode === 'noDemographics',
  hasResult: session.lastMeasurement !== null,
});

export interface GuardedProps {
  readonly path: Path;
  /** Nothing for a path that only redirects. */
  readonly children?: ReactNode;
}

/** Shows the screen of a path, or sends the person to the step that comes first. */
export function Guarded({ path, children }: GuardedProps): ReactNode {
  const { requiresAuthentication } = useLaunchFacts();
  const flags = useSession(useShallow(flagsOf));
  const signedIn = useSignedInUser() !== null;
  const target = redirectFrom(path, { ...flags, requiresAuthentication, signedIn });
  return target === null ? children : <Navigate to={target} replace />;
}
