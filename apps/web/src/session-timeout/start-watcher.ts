// SPDX-License-Identifier: Apache-2.0
import { createActor } from 'xstate';
import type { AnalysisRoutes } from '../account/analysis-routes.ts';
import { isOver } from '../account/renewal.ts';
import type { TokenSource } from '../account/token-source.ts';
import { ApiError, isRefused } from '@perfuse/client';
import type { Activity } from './activity.ts';
import { ACTIVITY_EVENTS } from './idle.ts';
import { watcherMachine, type EndReason, type SessionVerdict } from './watcher-machine.ts';

export interface WatcherDeps {
  /** Token of the signed-in person, or of the guest's device. */
  readonly token: Pick<TokenSource, 'held' | 'renew'>;
  readonly analysis: () => AnalysisRoutes;
  readonly activity: Activity;
  readonly onEnd: (reason: EndReason) => void;
  readonly onWarning: (isWarning: boolean) => void;
}

export interface RunningWatcher {
  readonly stay: () => void;
  readonly stop: () => void;
}

function verdictOf(cause: unknown): SessionVerdict {
  if (!(cause instanceof ApiError)) return 'unknown';
  if (cause.code === 'TOKEN_EXPIRED') return 'token-expired';
  return isOver(cause) ? 'ended' : 'unknown';
}

/** Browsers also report a mouse move when the page changes under a resting pointer: that is no activity. */
function isPointerAtRest(event: Event): boolean {
  return (
    event instanceof MouseEvent &&
    event.type === 'mousemove' &&
    event.movementX === 0 &&
    event.movementY === 0
  );
}

/** Watches the session of this page until `stop`. */
export function startWatcher(parts: WatcherDeps): RunningWatcher {
  const { activity, onEnd, onWarning } = parts;
  const openedAt = Date.now();
  let verified: string | null = null;

  const actor = createActor(watcherMachine, {
    input: {
      now: () => Date.now(),
      lastActivityAt: () => activity.last() ?? openedAt,
      markActivity: activity.mark,
      verify: async () => {
        const token = parts.token.held();
        if (token === null) return 'unknown';
        verified = token;
        try {
          await parts.analysis().call('tokenInfo', { token });
          return 'valid';
        } catch (cause) {
          return verdictOf(cause);
        }
      },
      renew: async () => {
        try {
          await parts.token.renew(verified ?? '');
          return 'renewed';
        } catch (cause) {
          // The specification, section 4: a refused renewal ends the session.
          return isRefused(cause) ? 'refused' : 'unknown';
        }
      },
      end: onEnd,
    },
  });

  let isWarning = false;
  actor.subscribe((snapshot) => {
    const next = snapshot.matches({ watching: { idle: 'warning' } });
    if (next !== isWarning) onWarning(next);
    isWarning = next;
  });
  const act = (event: Event): void => {
    if (!isPointerAtRest(event)) actor.send({ type: 'ACTIVITY' });
  };
  const wake = (): void => {
    if (!document.hidden) actor.send({ type: 'WAKE' });
  };
  const stored = ({ key }: StorageEvent): void => {
    if (activity.isKey(key)) actor.send({ type: 'WAKE' });
  };

  const listening = new AbortController();
  const { signal } = listening;
  for (const event of ACTIVITY_EVENTS) {
    window.addEventListener(event, act, { capture: true, passive: true, signal });
  }
  document.addEventListener('visibilitychange', wake, { signal });
  window.addEventListener('pageshow', wake, { signal });
  window.addEventListener('online', wake, { signal });
  window.addEventListener('storage', stored, { signal });
  actor.start();
  return {
    stay: () => actor.send({ type: 'STAY' }),
    stop: () => {
      listening.abort();
      actor.stop();
    },
  };
}
