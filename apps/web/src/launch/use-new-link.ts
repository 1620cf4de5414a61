// SPDX-License-Identifier: Apache-2.0
import { useEffect } from 'react';

/**
 * Opens a new link of the same screen in its tab: as it differs only in the fragment, the browser would keep the page,
 * and the link's data would stay in the address.
 */
export function useNewLink(): void {
  useEffect(() => {
    const open = (): void => window.location.reload();
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, []);
}
