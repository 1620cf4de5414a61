// SPDX-License-Identifier: Apache-2.0
import { useCallback, useEffect, useState } from 'react';
import { toAdminError, type AdminError } from './admin-error.ts';

export type Load<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: AdminError }
  | {
      readonly state: 'loaded';
      readonly value: T;
      /** Why it could not be asked for again; what is there stays, with all that was typed into it. */
      readonly error?: AdminError;
    };

export interface Loaded<T> {
  readonly load: Load<T>;
  /** Asks again; what is shown stays until the answer is there. */
  readonly reload: () => void;
  /** Puts a newer value in place, such as the answer of a change. */
  readonly replace: (value: T) => void;
}

interface Asked<T> {
  readonly by: () => Promise<T>;
  readonly load: Load<T>;
}

const failed = <T>({ by, load }: Asked<T>, ask: () => Promise<T>, error: AdminError): Load<T> =>
  by === ask && load.state === 'loaded'
    ? { state: 'loaded', value: load.value, error }
    : { state: 'failed', error };

/** @param ask a stable function (useCallback): a new one is asked at once. */
export function useLoaded<T>(ask: () => Promise<T>): Loaded<T> {
  const [load, setLoad] = useState<Asked<T>>({
    by: ask,
    load: { state: 'loading' },
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    ask().then(
      (value) => {
        if (isCurrent) setLoad({ by: ask, load: { state: 'loaded', value } });
      },
      (error: unknown) => {
        if (isCurrent)
          setLoad((past) => ({ by: ask, load: failed(past, ask, toAdminError(error)) }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [ask, round]);
  const reload = useCallback(() => setRound((past) => past + 1), []);
  const replace = useCallback(
    (value: T) => setLoad({ by: ask, load: { state: 'loaded', value } }),
    [ask],
  );
  return { load: load.by === ask ? load.load : { state: 'loading' }, reload, replace };
}
