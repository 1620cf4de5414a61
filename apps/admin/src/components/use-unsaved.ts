// SPDX-License-Identifier: Apache-2.0
import { createContext, useContext, useEffect } from 'react';

export interface Unsaved {
  /** What would be lost if the page were left now; only whether there is any matters. */
  readonly parts: Set<object>;
  /** Leaves by something else than a link, such as the sign-out: at once, or when the administrator agrees to the loss. */
  readonly leave: (go: () => void) => void;
}

export const UnsavedContext = createContext<Unsaved>({
  parts: new Set(),
  leave: (go) => go(),
});

/** Has the administrator asked before the page is left, or loaded again, while something on it is not saved. */
export function useUnsaved(isUnsaved: boolean): void {
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
