// SPDX-License-Identifier: Apache-2.0
import type { MessageChannel, MessageRow } from './outbox.ts';

/** Sends messages of one channel. */
export interface Transport {
  /** Resolves when the next hop took the message over. Rejects otherwise; the reason may hold what was sent. */
  readonly send: (
    message: Pick<MessageRow, 'id' | 'recipient' | 'subject' | 'body'>,
  ) => Promise<void>;
  readonly close: () => void;
}

/** What is configured; a channel without a transport is held for the operator. */
export type Transports = Readonly<Partial<Record<MessageChannel, Transport>>>;
