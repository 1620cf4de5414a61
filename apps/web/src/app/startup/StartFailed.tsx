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

/** Shows what works without the service. If its code cannot be loaded, the bare message is shown. */
const Unavailable = lazy(() =>
  import('../../features/service-unavailable/ServiceUnavailableScreen.tsx').then(
    ({ ServiceUnavailableScreen }) => ({ default: ServiceUnavailableScreen }),
    () => ({ default: LaunchFailedScreen }),
  ),
);

/**
 * The backend does not report where the analysis service is (decisions, row 16): the person may retry; a waiting
 * integrator is notified, except while the browser is offline and could not reach the callback.
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
