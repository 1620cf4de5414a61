// SPDX-License-Identifier: Apache-2.0
import type { ListedSession } from '@perfuse/contract/account/access';
import { useEffect, useState } from 'react';
import { withToken } from '../../../account/token-source.ts';
import { useServices } from '../../../services/use-services.ts';
import { ApiError } from '@perfuse/client';
import { ACCESS } from './access-calls.ts';

/** One of the other sessions, or all of them. */
export type Ending = ListedSession | 'others';

export interface Sessions {
  /** Most recently used first; null until they are loaded. */
  readonly listed: readonly ListedSession[] | null;
  readonly hasFailed: boolean;
  /** Reloads them; the shown ones stay until then. */
  readonly reload: () => void;
  /** Resolves when it has ended, by this call or earlier. Throws ApiError. */
  readonly end: (ending: Ending, password: string | null) => Promise<void>;
}

/** The sessions in which the person is signed in. */
export function useSessions(): Sessions {
  const { token } = useServices();
  const [listed, setListed] = useState<readonly ListedSession[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    withToken(token, (value) => ACCESS.call('sessions', { token: value, signal })).then(
      ({ sessions }) => {
        if (signal.aborted) return;
        setListed(sessions);
        setFailed(false);
      },
      () => {
        if (!signal.aborted) setFailed(true);
      },
    );
    return () => leaving.abort();
  }, [token, attempt]);
  const reload = (): void => {
    setFailed(false);
    setAttempt((count) => count + 1);
  };

  const end = async (ending: Ending, password: string | null): Promise<void> => {
    const body = password === null ? {} : { password };
    try {
      await withToken<unknown>(token, (value) =>
        ending === 'others'
          ? ACCESS.call('endOtherSessions', { token: value, body })
          : ACCESS.call('endSession', { token: value, params: { id: ending.ID }, body }),
      );
    } catch (cause) {
      // Unknown to the service: it was ended on another device.
      if (!(cause instanceof ApiError && cause.code === 'NOT_FOUND')) throw cause;
    }
    setListed(
      (shown) =>
        shown?.filter((one) => (ending === 'others' ? one.IsCurrent : one.ID !== ending.ID)) ??
        null,
    );
    reload();
  };
  return { listed, hasFailed, reload, end };
}
