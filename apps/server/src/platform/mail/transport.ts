// SPDX-License-Identifier: Apache-2.0

/** Kinds of jobs that are messages. */
export const CHANNEL_NAMES = ['mail', 'sms'] as const;
export type MessageChannel = (typeof CHANNEL_NAMES)[number];

export interface MessageContent {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/** Sends messages of one channel. */
export interface Transport {
  /**
   * Resolves when the next hop took the message over. Rejects otherwise; the reason may hold what was sent.
   * @param signal ends the try.
   */
  readonly send: (
    message: MessageContent & { readonly id: string },
    signal?: AbortSignal,
  ) => Promise<void>;
}

/** What is configured; a channel without a transport is held for the operator. */
export type Transports = Readonly<Partial<Record<MessageChannel, Transport>>>;
