// SPDX-License-Identifier: Apache-2.0
/** What the delivery of chunks hears and tells. */
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import type { ResultMessage } from '@perfuse/contract/results/message';
import type { AnalysisConnection, OutgoingChunk } from '../measurement/ports.ts';

/** What the measurement may ask. */
export interface DeliveryCommand {
  readonly type: 'CHUNK';
  readonly chunk: OutgoingChunk;
}

export interface ResultEvent {
  readonly type: 'RESULT';
  readonly index: number;
  readonly message: ResultMessage;
}

/** What a connection tells. */
export type LinkEvent =
  | { readonly type: 'LINK_OPENED'; readonly connection: AnalysisConnection }
  | { readonly type: 'LINK_READY' }
  | { readonly type: 'LINK_LOST'; readonly fault: unknown };

/** What the measurement hears. */
export type DeliveryNews =
  | { readonly type: 'CREATED'; readonly measurementId: string }
  | ResultEvent
  | { readonly type: 'CONNECTION'; readonly state: 'lost' | 'back' }
  | { readonly type: 'DELIVERY_FAILED'; readonly code: FailureCode };
