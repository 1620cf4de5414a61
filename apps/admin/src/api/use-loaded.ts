// SPDX-License-Identifier: Apache-2.0
import { useCallback, useEffect, useState } from 'react';
import { toAdminError, type AdminError } from './admin-error.ts';

export type Load<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: AdminError }
  | {
      readonly state: 'loaded';
      readonly value: T;
      /** Why reloading failed; the value stays, with the input in its form. */
      readonly error?: AdminError;
    };

export interface Loaded<T> {
  readonly load: Load<T>;
  /** Reloads; the current value stays until the answer arrives. */
  readonly reload: () => void;
  /** Replaces the value by a newer one, such as the answer to a change. */
  readonly replace: (value: T) => void;
}

interface LoadOf<T> {
  readonly source: () => Promise<T>;
  readonly load: Load<T>;
}

const failed = <T>(
  { source: by, load }: LoadOf<T>,
  fetchValue: () => Promise<T>,
  error: AdminError,
): Load<T> =>
  by === fetchValue && load.state === 'loaded'
    ? { state: 'loaded', value: load.value, error }
    : { state: 'failed', error };

/** @param fetchValue a stable function (useCallback): a new one is called at once. */
export function useLoaded<T>(fetchValue: () => Promise<T>): Loaded<T> {
  const [load, setLoad] = useState<LoadOf<T>>({
    source: fetchValue,
    load: { state: 'loading' },
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    fetchValue().then(
      (value) => {
        if (isCurrent) setLoad({ source: fetchValue, load: { state: 'loaded', value } });
      },
      (error: unknown) => {
        if (isCurrent)
          setLoad((past) => ({
            source: fetchValue,
            load: failed(past, fetchValue, toAdminError(error)),
          }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [fetchValue, attempt]);
  const reload = useCallback(() => setAttempt((past) => past + 1), []);
  const replace = useCallback(
    (value: T) => setLoad({ source: fetchValue, load: { state: 'loaded', value } }),
    [fetchValue],
  );
  return { load: load.source === fetchValue ? load.load : { state: 'loading' }, reload, replace };
}
