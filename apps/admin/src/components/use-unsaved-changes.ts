// SPDX-License-Identifier: Apache-2.0
import { createContext, useContext, useEffect } from 'react';

export interface Unsaved {
  /** Unsaved parts of the page; only whether there are any matters. */
  readonly parts: Set<object>;
  /** Leaves other than by a link, such as by the sign-out: at once, or after the administrator confirmed the loss. */
  readonly leave: (go: () => void) => void;
}

export const UnsavedContext = createContext<Unsaved>({
  parts: new Set(),
  leave: (go) => go(),
});

/** Asks the administrator before the page is left or reloaded while it has unsaved changes. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  const { parts } = useContext(UnsavedContext);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: Event): void => event.preventDefault();
    parts.add(ask);
    window.addEventListener('beforeunload', ask);
    return () => {
      parts.delete(ask);
      window.removeEventListener('beforeunload', ask);
    };
  }, [parts, isUnsaved]);
}
