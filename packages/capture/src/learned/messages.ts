// SPDX-License-Identifier: Apache-2.0
/** Messages between the capture worker and the learned estimator's worker, and from the page to the latter. */
import { z } from '@perfuse/contract/schema';
import { isRecord } from '@perfuse/contract/is-record';

/** The first message to the worker. */
export const learnedStartSchema = z.object({
  type: z.literal('start'),
  /** Folder of LEARNED_FILES of the contract; ends with a slash. */
  baseUrl: z.url(),
  /** Connects to the capture worker. */
  port: z.instanceof(MessagePort),
});
export type LearnedStart = z.infer<typeof learnedStartSchema>;

/** A face to read; the picture is transferred. */
export interface ReadRequest {
  readonly id: number;
  readonly picture: Float32Array;
  /** s since the previously read frame; 0 for the first of a scene, which resets the network's state. */
  readonly sinceS: number;
}

export interface ReadReply {
  readonly id: number;
  /** NaN where the network gave none. */
  readonly value: number;
  /** Duration, ms. */
  readonly ms: number;
}

// Both guards run for every frame, so they check types only.

export function isReadRequest(value: unknown): value is ReadRequest {
  return (
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    typeof value['sinceS'] === 'number' &&
    value['picture'] instanceof Float32Array
  );
}

export function isReadReply(value: unknown): value is ReadReply {
  return (
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    typeof value['value'] === 'number' &&
    typeof value['ms'] === 'number'
  );
}
