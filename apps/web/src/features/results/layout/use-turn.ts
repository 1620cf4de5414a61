// SPDX-License-Identifier: Apache-2.0
import { startTransition, useEffect, useState } from 'react';

/**
 * Whether a deferred part of a page may be rendered: false until what precedes it has been painted. The part is then
 * rendered in slices, between which the page stays responsive.
 * @param isBefore whether what precedes it is rendered.
 */
export function useTurn(isBefore = true): boolean {
  const [isTurn, setTurn] = useState(false);
  useEffect(() => {
    if (isBefore) startTransition(() => setTurn(true));
  }, [isBefore]);
  return isTurn;
}
