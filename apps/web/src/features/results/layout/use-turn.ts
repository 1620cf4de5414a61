// SPDX-License-Identifier: Apache-2.0
import { startTransition, useEffect, useState } from 'react';

/**
 * Whether a part of a page may be drawn that waits for what comes before it: false until that has been painted. The
 * part is then drawn in slices, between which the page answers the person.
 * @param isBefore whether what comes before is drawn.
 */
export function useTurn(isBefore = true): boolean {
  const [isTurn, setTurn] = useState(false);
  useEffect(() => {
    if (isBefore) startTransition(() => setTurn(true));
  }, [isBefore]);
  return isTurn;
}
