// SPDX-License-Identifier: Apache-2.0
import type { EventSession } from '@perfuse/flow';
import { readText, write } from '../browser/stored.ts';

const KEY = 'perfuse.events';

/**
 * Numbers the events of one session consecutively, also across the page loads of a tab, so that no number is reused.
 * @param tab storage that is deleted with the tab; null where the browser has none.
 */
export function createEventSession(sessionId: string, tab: Storage | null): EventSession {
  const key = `${KEY}.${sessionId}`;
  const remembered = Number(readText(tab, key) ?? 0);
  let next = Number.isSafeInteger(remembered) && remembered >= 0 ? remembered : 0;
  return {
    sessionId,
    nextSequence: () => {
      const sequence = next;
      next += 1;
      write(tab, key, String(next));
      return sequence;
    },
  };
}
