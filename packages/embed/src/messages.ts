// SPDX-License-Identifier: Apache-2.0
/** The messages of packages/contract/src/launch/embed.ts, as far as needed here: a test compares them. */

interface Callback {
  readonly results?: string | undefined;
  readonly dataId?: string | undefined;
  readonly error?: string | undefined;
  readonly sessionId: string;
}

export type Message =
  | { readonly type: 'ready'; readonly configId: string; readonly sessionId: string }
  | {
      readonly type: 'launch-refused';
      readonly sessionId: string;
      readonly error: string;
      readonly isFinal: boolean;
    }
  | { readonly type: 'measurement-started' }
  | {
      readonly type: 'progress';
      readonly answered: number;
      readonly parts: number;
      readonly stars: number;
    }
  | { readonly type: 'measurement-cancelled' }
  | { readonly type: 'measurement-failed'; readonly error: string }
  | { readonly type: 'result'; readonly callback: Callback }
  | { readonly type: 'finished'; readonly callback: Callback; readonly address: string }
  | { readonly type: 'screen' }
  | { readonly type: 'height'; readonly height: number };

/** Settings sent to the app. */
export interface Settings {
  readonly source: 'perfuse-embed';
  readonly version: 1;
  readonly type: 'settings';
  readonly language: string | null;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly height: number;
}

/** A message of the app; null for anything else. The sender has been checked. */
export function messageOf(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null) return null;
  const { source, version } = data as { source?: unknown; version?: unknown };
  // Proven: the app's origin sends only these messages, created with the schema of the contract.
  return source === 'perfuse' && version === 1 ? (data as Message) : null;
}
