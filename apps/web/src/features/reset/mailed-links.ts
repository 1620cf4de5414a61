// SPDX-License-Identifier: Apache-2.0
import { useEffect } from 'react';
import { ApiError, isRefused } from '@perfuse/client';

export type LinkFailure = 'used' | 'offline' | 'refused' | 'locked';

/**
 * @param cause what a call with the token of a mailed link threw.
 * @param usedCode the service's code for a link that no longer works.
 */
export function linkFailure(cause: unknown, usedCode: string): LinkFailure {
  if (cause instanceof ApiError && cause.code === usedCode) return 'used';
  if (cause instanceof ApiError && cause.status === 429) return 'locked';
  return isRefused(cause) ? 'refused' : 'offline';
}

/**
 * Opens a new link of the same screen in its tab: as it differs only in the fragment, the browser would keep the page,
 * and the link's token would stay in the address.
 */
export function useNewLink(): void {
  useEffect(() => {
    const open = (): void => window.location.reload();
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, []);
}
