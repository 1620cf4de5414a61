// SPDX-License-Identifier: Apache-2.0
import { LAUNCH_FAILURES } from '@perfuse/contract/failures/catalogue';
import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { LoadingScreen } from '../LoadingScreen.tsx';
import { useServices } from '../use-services.ts';
import { visitServicesOf } from '../visit-services.ts';
import { LaunchFailedScreen } from './LaunchFailedScreen.tsx';
import { leavePage } from '../embedding.ts';
import { leaveToCallback } from './leave-to-callback.ts';

const { callback } = LAUNCH_FAILURES.ENVIRONMENT_UNKNOWN;

/**
 * The backend does not say where the analysis service is (decisions, row 16): the person may try again; an integrator
 * who waits is told. Not while the browser has no network at all: it could not get there.
 */
export function StartFailed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { visit, events } = visitServicesOf(useServices());
  const isCallbackMode = useStore(visit, ({ resultsCallbackUrl }) => resultsCallbackUrl !== null);
  const isLeaving = isCallbackMode && navigator.onLine;
  useEffect(() => {
    if (!isLeaving) return;
    leaveToCallback({ visit, events, goTo: leavePage }, { error: callback });
  }, [isLeaving, visit, events]);
  return isLeaving ? <LoadingScreen /> : <LaunchFailedScreen onRetry={onRetry} />;
}
