// SPDX-License-Identifier: Apache-2.0
import { lazyPart } from '@perfuse/ui/loading/lazy-part.ts';
import { whenIdle } from '@perfuse/ui/loading/when-idle.ts';
import { Suspense, type ReactNode } from 'react';
import { useIsCallbackMode, useSession, useSignedInUser } from '../../services/use-services.ts';
import { hasBegun } from '../../session/session-state.ts';
import type { WatchedSessionProps } from './WatchedSession.tsx';

/** Works in minutes, so it is loaded after the screen. A new visitor's first view does not need it. */
const WatchedSession = lazyPart(
  async () => {
    await whenIdle();
    return (await import('./WatchedSession.tsx')).WatchedSession;
  },
  { isAwaited: false },
);

/** Watches the session of the person, signed in or a guest who has given answers, on every screen. */
export function SessionWatcher({ prefetch }: Pick<WatchedSessionProps, 'prefetch'>): ReactNode {
  // In an integrator's launch, the session is the integrator's.
  const isCallbackMode = useIsCallbackMode();
  const user = useSignedInUser();
  const hasAnswers = useSession(hasBegun);
  if (isCallbackMode || (user === null && !hasAnswers)) return null;
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
