// SPDX-License-Identifier: Apache-2.0
import type { AnalysisConnection, AnalysisPort, OutgoingChunk } from '../measurement/ports.ts';
import type { RetryPolicy } from './retry-policy.ts';

export interface DeliveryInput {
  readonly analysis: AnalysisPort;
  readonly retry: RetryPolicy;
  /** Monotonic, ms. */
  readonly now: () => number;
}

export interface DeliveryContext extends DeliveryInput {
  readonly measurementId: string;
  readonly connection: AnalysisConnection | null;
  /** Not acknowledged yet, in order. */
  readonly queue: readonly OutgoingChunk[];
  /** Chunks that the service acknowledged, and those it sent a result for. */
  readonly stored: readonly number[];
  readonly answered: readonly number[];
  /** When the connection was lost; null while it is up. */
  readonly lostAtMs: number | null;
  /** Reconnections tried since. */
  readonly attempt: number;
  /** Until the next one; null once the policy gave up. */
  readonly waitMs: number | null;
}

export function initialDelivery(input: DeliveryInput): DeliveryContext {
  return {
    ...input,
    measurementId: '',
    connection: null,
    queue: [],
    stored: [],
    answered: [],
    lostAtMs: null,
    attempt: 0,
    waitMs: null,
  };
}
