// SPDX-License-Identifier: Apache-2.0
import { setImmediate as turn } from 'node:timers/promises';

/** Messages that wait before the sender is held back. */
const FULL = 16;

export interface Inbox<M> {
  readonly push: (message: M) => void;
  /** Takes no more messages; resolves when the one in hand is done. */
  readonly close: () => Promise<void>;
}

export interface InboxOptions<M> {
  /** Works on one message; must not throw. */
  readonly handle: (message: M) => Promise<void>;
  /** Called when too many messages wait, and when they have been worked off. */
  readonly hold: () => void;
  readonly release: () => void;
}

/** Messages of one socket, worked on strictly one after the other. */
export function createInbox<M extends object | string | number>({
  handle,
  hold,
  release,
}: InboxOptions<M>): Inbox<M> {
  const waiting: M[] = [];
  let working: Promise<void> | null = null;
  let held = false;
  let closed = false;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await handle(next);
      // A message that asks for nothing is done in one go: others have their turn between two of them.
      await turn();
    }
    working = null;
    if (!held) return;
    held = false;
    release();
  };
  return {
    push: (message) => {
      if (closed) return;
      waiting.push(message);
      working ??= work();
      if (waiting.length < FULL || held) return;
      held = true;
      hold();
    },
    close: async () => {
      closed = true;
      waiting.length = 0;
      await working;
    },
  };
}
