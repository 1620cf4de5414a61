// SPDX-License-Identifier: Apache-2.0
import { useEffect } from 'react';
import { EMBED } from '../../launch/embedding.ts';

/**
 * Scrolls to the top at every change of the shown screen, also in the page around a frame. Focus and title move with
 * the new screen's heading, in `Screen`.
 */
export function RouteEffects({ pathname }: { readonly pathname: string }): null {
  useEffect(() => {
    // Otherwise the browser restores its scroll position after us.
    window.history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    window.scrollTo(0, 0);
    EMBED.tell({ type: 'screen' });
  }, [pathname]);
  return null;
}
