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
   * Resolves when the next hop accepted the message. Rejects otherwise; the reason may contain what was sent.
   * @param signal aborts the try.
   */
  readonly send: (
    message: MessageContent & { readonly id: string },
    signal?: AbortSignal,
  ) => Promise<void>;
}

/** The configured transports; messages of a channel without one are held for the operator. */
export type Transports = Readonly<Partial<Record<MessageChannel, Transport>>>;
