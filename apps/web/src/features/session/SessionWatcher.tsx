// SPDX-License-Identifier: Apache-2.0
import { lazyPart } from '@perfuse/ui/loading/lazy-part.ts';
import { whenIdle } from '@perfuse/ui/loading/when-idle.ts';
import { Suspense, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useServices, useSession, useSignedInUser } from '../../services/use-services.ts';
import { hasBegun } from '../../session/session-state.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import type { WatchedSessionProps } from './WatchedSession.tsx';

/** Counts in minutes, so it comes after the screen. A newcomer's first view needs nothing of it. */
const WatchedSession = lazyPart(
  async () => {
    await whenIdle();
    return (await import('./WatchedSession.tsx')).WatchedSession;
  },
  { isAwaited: false },
);

/** Watches the session of the person, signed in or a guest who has given answers, on every screen. */
export function SessionWatcher({ prefetch }: Pick<WatchedSessionProps, 'prefetch'>): ReactNode {
  const { visit } = visitServicesOf(useServices());
  // An integrator's launch has a session of the integrator's.
  const isOff = useStore(visit, (state) => state.resultsCallbackUrl !== null);
  const user = useSignedInUser();
  const hasAnswers = useSession(hasBegun);
  if (isOff || (user === null && !hasAnswers)) return null;
  return (
    <Suspense fallback={null}>
      <WatchedSession
        key={user === null ? 'guest' : user.username + user.phoneNumber}
        isGuest={user === null}
        prefetch={prefetch}
      />
    </Suspense>
  );
}
