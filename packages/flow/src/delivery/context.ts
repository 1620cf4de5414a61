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
  /** Chunks not yet acknowledged, in order. */
  readonly queue: readonly OutgoingChunk[];
  /** Chunks that the service acknowledged, and those it sent a result for. */
  readonly stored: readonly number[];
  readonly answered: readonly number[];
  /** When the service stopped answering, on the clock of `now`, ms; null while it answers. */
  readonly lostAtMs: number | null;
  /** Retries since a chunk was last acknowledged, or the queue was empty. */
  readonly attempt: number;
  /** Wait before the next retry, ms; null once the policy has given up. */
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

/** Chunks that the service has stored, but whose result has not arrived. */
export const missingOf = ({ stored, answered }: DeliveryContext): readonly number[] =>
  stored.filter((index) => !answered.includes(index));
