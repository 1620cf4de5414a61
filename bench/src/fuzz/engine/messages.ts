// SPDX-License-Identifier: Apache-2.0
import type { Finding, FuzzOptions, Fuzzed } from './fuzz.ts';
import type { TargetName } from '../targets/names.ts';

/** Task for the thread of one target. */
export interface WorkerTask extends Pick<FuzzOptions, 'corpus' | 'words' | 'seed' | 'duration'> {
  readonly target: TargetName;
  /** URL of the script whose coverage guides the search. */
  readonly guiding: string;
  readonly sharedInput: SharedArrayBuffer;
}

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'done'; readonly fuzzed: Fuzzed };
