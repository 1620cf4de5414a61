// SPDX-License-Identifier: Apache-2.0
/** Messages between the page and the engine's worker. */
import type { ResultMessage } from '@perfuse/contract/results/message';

export type EngineCommand =
  /** Starts a measurement and discards the previous one. */
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
      /** The engine's computing time, ms. */
      readonly tookMs: number;
    };
