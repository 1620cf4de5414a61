// SPDX-License-Identifier: Apache-2.0
import { useEffect } from 'react';

/** Names the page in the browser's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Perfuse administration`;
  }, [title]);
}
