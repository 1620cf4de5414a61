// SPDX-License-Identifier: Apache-2.0
/** Messages taken in before the sender is held back. */
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
  const waiting: M[] = [];
  let work: Promise<void> | null = null;
  let held = false;
  let closed = false;

  const workOff = async (): Promise<void> => {
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      await handle(message);
    }
    work = null;
    if (held) {
      held = false;
      release();
    }
  };

  return {
    push: (message) => {
      if (closed) return;
      waiting.push(message);
      if (waiting.length >= FULL && !held) {
        held = true;
        hold();
      }
      work ??= workOff();
    },
    close: async () => {
      closed = true;
      waiting.length = 0;
      await work;
    },
  };
}
