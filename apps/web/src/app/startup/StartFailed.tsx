// SPDX-License-Identifier: Apache-2.0
import { LAUNCH_FAILURES } from '@perfuse/contract/failures/launch-failures';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import { useIsCallbackMode, useServices } from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { LaunchFailedScreen } from './LaunchFailedScreen.tsx';
import { leavePage } from '../../launch/embedding.ts';
import { leaveToCallback } from '../../launch/leave-to-callback.ts';

const { callback } = LAUNCH_FAILURES.ENVIRONMENT_UNKNOWN;

/** What works all the same. Where even that cannot be had, the bare message must do. */
const Unavailable = lazy(() =>
  import('../../features/service-unavailable/ServiceUnavailableScreen.tsx').then(
    ({ ServiceUnavailableScreen }) => ({ default: ServiceUnavailableScreen }),
    () => ({ default: LaunchFailedScreen }),
  ),
);

/**
 * The backend does not say where the analysis service is (decisions, row 16): the person may try again; an integrator
 * who waits is notified, but not while the browser is offline: it could not get there.
 */
export function StartFailed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { visit, events } = visitServicesOf(useServices());
  const isCallbackMode = useIsCallbackMode();
  const isLeaving = isCallbackMode && navigator.onLine;
  useEffect(() => {
    if (!isLeaving) return;
    leaveToCallback({ visit, events, goTo: leavePage }, { error: callback });
  }, [isLeaving, visit, events]);
  if (isLeaving) return <LoadingScreen />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Unavailable onRetry={onRetry} />
    </Suspense>
  );
}
