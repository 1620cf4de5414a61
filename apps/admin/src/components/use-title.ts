// SPDX-License-Identifier: Apache-2.0
import { useEffect } from 'react';

/** Sets the browser's title to that of the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Perfuse administration`;
  }, [title]);
}
