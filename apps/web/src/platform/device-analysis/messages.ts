// SPDX-License-Identifier: Apache-2.0
/** What the page and the worker of the engine tell each other. */
import type { ResultMessage } from '@perfuse/contract/results/message';

export type EngineCommand =
  /** Begins a measurement and forgets the one before. */
  | { readonly type: 'begin'; readonly measurementId: string; readonly whoRegion?: string }
  | {
      readonly type: 'chunk';
      readonly measurementId: string;
      readonly index: number;
      readonly payload: Uint8Array;
      readonly last: boolean;
    }
  | { readonly type: 'forget' };

export type EngineReport =
  | { readonly type: 'ready' }
  | {
      readonly type: 'answer';
      readonly measurementId: string;
      readonly index: number;
      /** Null: this part could not be analysed, for the reason in `message`. */
      readonly channels: ResultMessage['Channels'] | null;
      readonly message: string;
      /** How long the engine worked on it, ms. */
      readonly tookMs: number;
    };
