// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

/**
 * Messages between the tabs of one browser; `forgotten` is about a guest, `forgotten-idle` about one who timed out. No
 * tokens: each tab fetches its own from the session cookie.
 */
const messageSchema = z.object({
  kind: z.enum(['signed-in', 'signed-out', 'forgotten', 'forgotten-idle']),
});
export type TabMessage = z.infer<typeof messageSchema>;
/** Addressed tabs: those of one configuration, of one visit whose link named the person, or of the consumer edition. */
const sentSchema = z.extend(messageSchema, { configId: z.nullable(z.string()) });

export interface TabMessages {
  /** Sends to every other tab. */
  readonly send: (message: TabMessage) => void;
  /** Receives the messages of other tabs. */
  readonly listen: (listener: (message: TabMessage) => void) => void;
}

/**
 * Without BroadcastChannel, or without a second tab, messages have no receiver.
 * @param visited the configuration of this page's visit, or the visit's session where its link named the person; null
 * in the consumer edition.
 */
export function openTabMessages(visited: () => string | null): TabMessages {
  const channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('perfuse.tabs');
  return {
    send: (message) => channel?.postMessage({ ...message, configId: visited() }),
    listen: (listener) => {
      channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const parsed = sentSchema.safeParse(data);
        if (parsed.success && parsed.data.configId === visited()) listener(parsed.data);
      });
    },
  };
}
