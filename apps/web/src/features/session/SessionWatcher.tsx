// SPDX-License-Identifier: Apache-2.0
import { lazy, Suspense, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useServices, useSignedInUser } from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';

/** A newcomer's first view needs nothing of it. */
const WatchedSession = lazy(async () => ({
  default: (await import('./WatchedSession.tsx')).WatchedSession,
}));

/** Watches the session of the signed-in person, on every screen. A guest has no session. */
export function SessionWatcher(): ReactNode {
  const { visit } = visitServicesOf(useServices());
  // An integrator's launch has a session of the integrator's.
  const isOff = useStore(visit, (state) => state.resultsCallbackUrl !== null);
  const user = useSignedInUser();
  if (user === null || isOff) return null;
  return (
    <Suspense fallback={null}>
      <WatchedSession key={user.username + user.phoneNumber} />
    </Suspense>
  );
}
