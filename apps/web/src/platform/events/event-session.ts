// SPDX-License-Identifier: Apache-2.0
import type { EventSession } from '@perfuse/flow';

const KEY = 'perfuse.events';

/**
 * Numbers the events of one session on and on, also across the page loads of a tab, so that no number comes twice.
 * @param tab storage that dies with the tab; null where the browser has none.
 */
export function createEventSession(sessionId: string, tab: Storage | null): EventSession {
  const key = `${KEY}.${sessionId}`;
  const remembered = (): number => {
    try {
      const number = Number(tab?.getItem(key) ?? 0);
      return Number.isSafeInteger(number) && number >= 0 ? number : 0;
    } catch {
      return 0;
    }
  };
  let next = remembered();
  return {
    sessionId,
    nextSequence: () => {
      const sequence = next;
      next += 1;
      try {
        tab?.setItem(key, String(next));
      } catch {
        // Full or switched off: a reload then starts again at 0.
      }
      return sequence;
    },
  };
}
