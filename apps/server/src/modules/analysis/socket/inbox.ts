// SPDX-License-Identifier: Apache-2.0
import PQueue from 'p-queue';

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
export function createInbox<M>({ handle, hold, release }: InboxOptions<M>): Inbox<M> {
  const queue = new PQueue({ concurrency: 1 });
  let held = false;
  let closed = false;
  queue.on('idle', () => {
    if (!held) return;
    held = false;
    release();
  });
  return {
    push: (message) => {
      if (closed) return;
      void queue.add(() => handle(message));
      if (queue.size < FULL || held) return;
      held = true;
      hold();
    },
    close: async () => {
      closed = true;
      queue.clear();
      await queue.onIdle();
    },
  };
}
