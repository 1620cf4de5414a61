// SPDX-License-Identifier: Apache-2.0
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { PATHS, type Path } from '../../routes/paths.ts';
import { analysesOnDevice } from '../../services/analysis-place.ts';
import { useServices } from '../../services/use-services.ts';
import { startWatcher, type RunningWatcher } from '../../session-timeout/start-watcher.ts';
import type { EndReason } from '../../session-timeout/watcher-machine.ts';
import { IdleWarning } from './IdleWarning.tsx';

export interface WatchedSessionProps {
  readonly isGuest: boolean;
  /** Fetches a screen ahead of its use. */
  readonly prefetch: (path: Path) => Promise<void>;
}

/** Watches the session while mounted. */
export function WatchedSession({ isGuest, prefetch }: WatchedSessionProps): ReactNode {
  const services = useServices();
  const { token, activity, analysis } = services;
  const navigate = useNavigate();
  const [isWarning, setWarning] = useState(false);
  const watcher = useRef<RunningWatcher | null>(null);
  // `navigate` changes with every address, which must not restart the watcher.
  const onEnd = useEffectEvent((reason: EndReason) => {
    void navigate(PATHS.logout, { state: { reason } });
  });

  useEffect(() => {
    // The person must be forgotten even if there is no network by then.
    void prefetch(PATHS.logout);
  }, [prefetch]);

  useEffect(() => {
    // A guest's earlier answers were forgotten at start-up: these are new, or were used a moment ago.
    if (isGuest) activity.mark(Date.now());
    const running = startWatcher({
      token: {
        // For a person who is measured on this device, nothing is requested or reported.
        held: () => (analysesOnDevice(services) ? null : token.held()),
        renew: token.renew,
      },
      analysis,
      activity,
      onWarning: setWarning,
      onEnd: (reason) => onEnd(reason),
    });
    watcher.current = running;
    return () => {
      running.stop();
      setWarning(false);
    };
  }, [services, token, activity, analysis, isGuest]);

  return (
    <IdleWarning
      isOpen={isWarning}
      isGuest={isGuest}
      lastActivityAt={activity.last}
      onStay={() => watcher.current?.stay()}
      onLeave={() =>
        void navigate(PATHS.logout, { state: isGuest ? { reason: 'forgotten' } : null })
      }
    />
  );
}
