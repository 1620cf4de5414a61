// SPDX-License-Identifier: Apache-2.0
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { ChunkDecision, MeasurementState } from './chunk-repository.ts';

/** A chunk to be added. */
export interface Candidate {
  readonly position: number;
  readonly digest: string;
  /** Capture times of the first and last frame, ms on the camera's clock. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** Whether the action was FIRST, which means a restart. */
  readonly isFirst: boolean;
}

/** Whether exactly this chunk was accepted before: a client that missed the answer sends it again. */
function isRepeated({ chunks, answered }: MeasurementState, { position, digest }: Candidate) {
  return answered.get(position) === digest || chunks[position]?.digest === digest;
}

function checkDuration(firstMs: number, candidate: Candidate): void {
  if (candidate.lastMs - firstMs > ANALYSIS_LIMITS.maxDurationS * 1000) {
    throw new ServiceError(
      'RATE_LIMIT',
      `A measurement holds at most ${String(ANALYSIS_LIMITS.maxDurationS)} s.`,
    );
  }
}

function checkRealTime(state: MeasurementState, candidate: Candidate, now: number): void {
  // The clock was set back in the meantime: how long the measurement has lasted is unknown.
  if (now < state.createdAt) return;
  const received = state.receivedMs + candidate.lastMs - candidate.firstMs;
  const possible = now - state.createdAt + ANALYSIS_LIMITS.realTimeSlackS * 1000;
  if (received > possible) {
    throw new ServiceError(
      'RATE_LIMIT',
      'The data covers more time than has passed since the measurement began.',
    );
  }
}

/**
 * Whether and how a chunk joins its measurement.
 * @param now ms since 1970.
 * @throws ServiceError MEASUREMENT_CLOSED, MISALIGNED_CHUNK or RATE_LIMIT; the measurement stays usable.
 */
export function decide(state: MeasurementState, candidate: Candidate, now: number): ChunkDecision {
  if (isRepeated(state, candidate)) return 'repeat';
  if (state.status !== 'CAPTURING') throw new ServiceError('MEASUREMENT_CLOSED');
  const restart = candidate.isFirst && candidate.position === 0 && state.chunks.length > 0;
  if (!restart) {
    const expected = state.chunks.length;
    if (candidate.position !== expected) {
      throw new ServiceError(
        'MISALIGNED_CHUNK',
        `Expected chunk ${String(expected)}, got ${String(candidate.position)}.`,
      );
    }
    const previous = state.chunks.at(-1);
    if (previous !== undefined && candidate.firstMs <= previous.last_ms) {
      throw new ServiceError(
        'MISALIGNED_CHUNK',
        'The frames do not follow those of the previous chunk.',
      );
    }
    checkDuration(state.chunks[0]?.first_ms ?? candidate.firstMs, candidate);
  }
  checkRealTime(state, candidate, now);
  return restart ? 'restart' : 'append';
}
