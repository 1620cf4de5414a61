// SPDX-License-Identifier: Apache-2.0
import type { Finding, Fuzzed } from './fuzz.ts';
import type { TargetName } from '../targets/names.ts';

/** What the thread of one target is asked. */
export interface WorkerTask {
  readonly target: TargetName;
  readonly corpus: readonly Uint8Array[];
  readonly words: readonly string[];
  readonly counters: number;
  readonly seed: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly watched: SharedArrayBuffer;
}

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'done'; readonly fuzzed: Fuzzed };
