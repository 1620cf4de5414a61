// SPDX-License-Identifier: Apache-2.0
import type { HandOffState } from '@perfuse/contract/handoff/handoff';
import i18next from 'i18next';
import { useCallback, useEffect, useRef, useState } from 'react';
import { EDITION } from '../../config/build.ts';
import { HAND_OFFS } from './restore-handoff.ts';
import { handOffLink } from '../../launch/handoff-link.ts';
import { FALLBACK_LANGUAGE, languageOf } from '../../i18n/language.ts';
import type { Services } from '../../services/services.ts';
import { withToken } from '../../account/token-source.ts';
import { useServices } from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { ApiError } from '@perfuse/client';
import { phoneReachability } from './phone-reachability.ts';

/** Interval between polls for whether the phone has opened the link, and later for whether it has measured, ms. */
const POLL_INTERVAL_MS = { waiting: 2000, opened: 5000 } as const;

/**
 * `asking`: the link is being requested; `offline`, `failed`: the request failed; `local`, `insecure`: no phone can use
 * this address; `waiting`: the link is shown; `expired`: it has expired; `opened`, `measured`: the phone's progress.
 */
export type HandOffView =
  | { readonly phase: 'asking' | 'offline' | 'failed' | 'local' | 'insecure' | 'expired' }
  | { readonly phase: 'opened' | 'measured' }
  | WaitingView;

interface WaitingView {
  readonly phase: 'waiting';
  readonly id: string;
  readonly link: string;
  /** By the page's clock, ms since its start. */
  readonly endsAt: number;
}

export interface HandOff {
  readonly view: HandOffView;
  /** Whether the last poll got no answer. */
  readonly isCutOff: boolean;
  /** Requests another link; the previous one ends. */
  readonly renew: () => void;
  /** Ends a link that no phone has opened, or that is still being requested. */
  readonly cancel: () => void;
}

/** Requests a link. */
async function create(services: Services): Promise<HandOffView> {
  const { session, token } = services;
  const { launched, configId } = visitServicesOf(services).visit.getState();
  const { termsAccepted, consentCompleted, consent, profileCompleted, profile } =
    session.getState();
  const body = {
    edition: EDITION,
    session: { termsAccepted, consentCompleted, consent, profileCompleted, profile },
    language: languageOf(i18next.language) ?? FALLBACK_LANGUAGE,
    ...(launched === null ? {} : { launchId: launched.launchId }),
  };
  const created = await withToken(token, (value) =>
    HAND_OFFS.call('createHandOff', { token: value, body }),
  );
  const { id, expiresInS } = created;
  const origin = created.publicUrl ?? window.location.origin;
  const reach = phoneReachability(origin);
  if (reach !== 'open') {
    cancelHandOff(services, id);
    return { phase: reach };
  }
  const link = handOffLink({ origin, pathname: window.location.pathname, configId }, created.token);
  return { phase: 'waiting', id, link, endsAt: performance.now() + expiresInS * 1000 };
}

function cancelHandOff({ token }: Services, id: string): void {
  withToken(token, (value) =>
    HAND_OFFS.call('cancelHandOff', { token: value, params: { id } }),
  ).catch(() => undefined); // It expires by itself.
}

const pollHandOff = ({ token }: Services, id: string): Promise<{ state: HandOffState }> =>
  withToken(token, (value) => HAND_OFFS.call('handOffState', { token: value, params: { id } }));

const failureOf = (cause: unknown): HandOffView =>
  cause instanceof ApiError && cause.status !== 0 ? { phase: 'failed' } : { phase: 'offline' };

/** The view after a poll; null leaves it unchanged. */
function seen(state: HandOffState, isOpen: boolean): HandOffView | null {
  if (state === 'measured' || state === 'opened') return { phase: state };
  return state === 'over' && !isOpen ? { phase: 'expired' } : null;
}

/** A link with which a phone continues, from its request to the phone's progress. */
export function useHandOff(): HandOff {
  const services = useServices();
  const [attempt, setAttempt] = useState(0);
  const [view, setView] = useState<HandOffView>({ phase: 'asking' });
  const [isCutOff, setCutOff] = useState(false);
  const [watched, setWatched] = useState<string | null>(null);
  const endsAt = view.phase === 'waiting' ? view.endsAt : null;
  const isOpen = view.phase === 'opened';

  /** The attempt whose link is wanted; null also once it was cancelled. */
  const latest = useRef<number | null>(null);
  useEffect(() => {
    // Once for each attempt, also where React runs effects twice: each request ends the previous link.
    if (latest.current === attempt) return;
    latest.current = attempt;
    const isLatest = (): boolean => latest.current === attempt;
    create(services)
      .catch(failureOf)
      .then(
        (next) => {
          const id = next.phase === 'waiting' ? next.id : null;
          if (isLatest()) {
            setView(next);
            setWatched(id);
          } else if (id !== null) cancelHandOff(services, id);
        },
        () => undefined,
      );
  }, [services, attempt]);

  useEffect(() => {
    if (watched === null) return;
    const gone = new AbortController();
    const intervalMs = POLL_INTERVAL_MS[isOpen ? 'opened' : 'waiting'];
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      const answer = await pollHandOff(services, watched).catch(() => null);
      if (gone.signal.aborted) return;
      setCutOff(answer === null);
      const next = answer === null ? null : seen(answer.state, isOpen);
      if (next !== null) setView(next);
      // Final states: polling stops.
      if (answer?.state === 'over' || answer?.state === 'measured') return;
      timer = setTimeout(() => void look(), intervalMs);
    };
    timer = setTimeout(() => void look(), intervalMs);
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [services, watched, isOpen]);

  useEffect(() => {
    if (endsAt === null) return;
    const timer = setTimeout(() => setView({ phase: 'expired' }), endsAt - performance.now());
    return () => clearTimeout(timer);
  }, [endsAt]);

  const renew = useCallback(() => {
    setView({ phase: 'asking' });
    setWatched(null);
    setCutOff(false);
    setAttempt((earlier) => earlier + 1);
  }, []);
  const cancel = useCallback(() => {
    latest.current = null;
    if (view.phase === 'waiting') cancelHandOff(services, view.id);
  }, [services, view]);
  return { view, isCutOff, renew, cancel };
}
