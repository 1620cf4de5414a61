// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

/** What the tabs of one browser tell each other. No tokens: each tab fetches its own from the session cookie. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed-in') }),
  z.object({ kind: z.literal('signed-out') }),
]);
export type TabMessage = z.infer<typeof messageSchema>;

export interface TabMessages {
  /** To every other tab. */
  readonly send: (message: TabMessage) => void;
  /** Messages of other tabs. */
  readonly listen: (listener: (message: TabMessage) => void) => void;
}

/** Without the interface, or without a second tab, messages have no receiver. */
export function openTabMessages(name = 'perfuse.tabs'): TabMessages {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return {
    send: (message) => channel?.postMessage(message),
    listen: (listener) => {
      channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const parsed = messageSchema.safeParse(data);
        if (parsed.success) listener(parsed.data);
      });
    },
  };
}
