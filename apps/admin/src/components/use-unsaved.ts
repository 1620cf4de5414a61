// SPDX-License-Identifier: Apache-2.0
import { createContext, useContext, useEffect } from 'react';

/** What would be lost if the page were left now; only whether there is any matters. */
export const UnsavedContext = createContext(new Set<object>());

/** Has the administrator asked before the page is left, or loaded again, while something on it is not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  const unsaved = useContext(UnsavedContext);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: Event): void => event.preventDefault();
    unsaved.add(ask);
    window.addEventListener('beforeunload', ask);
    return () => {
      unsaved.delete(ask);
      window.removeEventListener('beforeunload', ask);
    };
  }, [unsaved, isUnsaved]);
}
