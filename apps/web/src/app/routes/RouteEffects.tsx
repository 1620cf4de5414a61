// SPDX-License-Identifier: Apache-2.0
import { useEffect } from 'react';
import { EMBED } from '../../launch/embedding.ts';

/** Every change of the shown screen scrolls to the top, also of the page around a frame. Focus and the title move with the new screen's heading, in `Screen`. */
export function RouteEffects({ pathname }: { readonly pathname: string }): null {
  useEffect(() => {
    // Else the browser goes back to where the page was left, after us.
    window.history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    window.scrollTo(0, 0);
    EMBED.tell({ type: 'screen' });
  }, [pathname]);
  return null;
}
