// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { PATHS } from '../../app/routes/paths.ts';
import { useServices, useSignedInUser } from '../../app/use-services.ts';
import { visitServicesOf } from '../../app/visit-services.ts';
import { startWatcher, type RunningWatcher } from '../../app/watcher/start-watcher.ts';
import { IdleWarning } from './IdleWarning.tsx';

/** Watches the session of whoever is signed in, on every screen. A guest has none that could end. */
export function SessionWatcher(): ReactNode {
  const services = useServices();
  const { account, activity, analysis } = services;
  const { visit } = visitServicesOf(services);
  // An integrator's launch has a session of the integrator's.
  const isOff = useStore(visit, (state) => state.resultsCallbackUrl !== null);
  const user = useSignedInUser();
  const navigate = useNavigate();
  const [isWarning, setWarning] = useState(false);
  const watcher = useRef<RunningWatcher | null>(null);

  useEffect(() => {
    if (user === null || isOff) return;
    const running = startWatcher({
      account,
      analysis,
      activity,
      onWarning: setWarning,
      onEnd: (reason) => void navigate(PATHS.logout, { state: { reason } }),
    });
    watcher.current = running;
    return () => {
      running.stop();
      setWarning(false);
    };
  }, [user, isOff, account, activity, analysis, navigate]);

  return (
    <IdleWarning
      isOpen={isWarning}
      lastActivityAt={activity.last}
      onStay={() => watcher.current?.stay()}
      onLeave={() => void navigate(PATHS.logout)}
    />
  );
}
