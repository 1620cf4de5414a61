// SPDX-License-Identifier: Apache-2.0
import { setImmediate as turn } from 'node:timers/promises';

/** Messages that wait before the sender is held back. */
const FULL = 16;

export interface Inbox<M> {
  readonly push: (message: M) => void;
  /** Accepts no more messages; resolves when the current one is done. */
  readonly close: () => Promise<void>;
}

export interface InboxOptions<M> {
  /** Handles one message; must not throw. */
  readonly handle: (message: M) => Promise<void>;
  /** Called when too many messages wait, and when they have been processed. */
  readonly hold: () => void;
  readonly release: () => void;
}

/** Messages of one socket, processed strictly one after the other. */
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
      // A message that awaits nothing never yields: this lets other work run between two of them.
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
