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
  /** Since when the service has not answered; null while it does. */
  readonly lostAtMs: number | null;
  /** Tries again since a chunk was last acknowledged, or nothing was left to send. */
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

/** Chunks that the service has, and whose result is not here yet. */
export const missingOf = ({ stored, answered }: DeliveryContext): readonly number[] =>
  stored.filter((index) => !answered.includes(index));
