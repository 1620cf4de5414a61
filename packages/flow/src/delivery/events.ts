// SPDX-License-Identifier: Apache-2.0
/** Events that the delivery of chunks receives and sends. */
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import type { ResultMessage } from '@perfuse/contract/results/message';
import type { AnalysisConnection, OutgoingChunk } from '../measurement/ports.ts';

/** Command from the measurement. */
export interface DeliveryCommand {
  readonly type: 'CHUNK';
  readonly chunk: OutgoingChunk;
}

export interface ResultEvent {
  readonly type: 'RESULT';
  readonly index: number;
  readonly message: ResultMessage;
}

/** Events from a connection. */
export type LinkEvent =
  | { readonly type: 'LINK_OPENED'; readonly connection: AnalysisConnection }
  | { readonly type: 'LINK_READY' }
  | { readonly type: 'LINK_LOST'; readonly error: unknown };

/** Events sent to the measurement. */
export type DeliveryNotification =
  | { readonly type: 'CREATED'; readonly measurementId: string }
  | ResultEvent
  | { readonly type: 'CONNECTION'; readonly state: 'lost' | 'back' }
  | { readonly type: 'DELIVERY_FAILED'; readonly code: FailureCode };
