// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT } from '@perfuse/contract/limits';
import { phaseOf, type MeasurementSnapshot, type ReadinessReason } from '@perfuse/flow';

/** Keys of the texts below `guidance`. */
export type GuidanceKey =
  | 'light'
  | 'allow'
  | 'loading'
  | 'holdStill'
  | 'ready'
  | 'breathe'
  | 'offline'
  | 'analysing'
  | 'waiting'
  | 'canceled'
  | 'none'
  | `reason.${ReadinessReason}`;

/** Whose turn it is, as the ring's colour shows it. */
export type Tone = 'rest' | 'search' | 'adjust' | 'good' | 'busy';

/** The one sentence that helps most right now. */
export function guidanceOf(snapshot: MeasurementSnapshot): GuidanceKey {
  const { context } = snapshot;
  const { readiness } = context;
  switch (phaseOf(snapshot)) {
    case 'idle':
      return 'light';
    case 'starting':
      return 'allow';
    case 'preparing':
      if (readiness.last === null) return 'loading';
      return readiness.reason === null ? 'holdStill' : `reason.${readiness.reason}`;
    case 'ready':
      return 'ready';
    case 'measuring':
      if (!context.online) return 'offline';
      return readiness.reason === null ? 'breathe' : `reason.${readiness.reason}`;
    case 'analysing':
      if (!context.online) return 'offline';
      return context.answered.length < MEASUREMENT.progressChunks ? 'analysing' : 'waiting';
    case 'cancelled':
      return context.failure === 'CANCELED' ? 'canceled' : 'none';
    case 'done':
    case 'failed':
      return 'none';
  }
}

export function toneOf(snapshot: MeasurementSnapshot): Tone {
  const { reason, last } = snapshot.context.readiness;
  switch (phaseOf(snapshot)) {
    case 'idle':
    case 'done':
    case 'cancelled':
    case 'failed':
      return 'rest';
    case 'starting':
    case 'analysing':
      return 'busy';
    case 'preparing':
      if (last === null) return 'busy';
      return reason === null || reason === 'no-face' ? 'search' : 'adjust';
    case 'ready':
      return 'good';
    case 'measuring':
      return reason === null ? 'good' : 'adjust';
  }
}

/** How much of the ring is drawn, 0..1: of filming, then of the analysis. */
export function progressOf(snapshot: MeasurementSnapshot, totalS: number): number {
  const { secondsLeft, answered } = snapshot.context;
  switch (phaseOf(snapshot)) {
    case 'measuring':
      // A second ahead, because the ring takes a second to get there.
      return Math.min(1, (totalS - secondsLeft + 1) / totalS);
    case 'analysing':
      return Math.min(1, answered.length / MEASUREMENT.progressChunks);
    case 'idle':
    case 'starting':
    case 'preparing':
    case 'ready':
    case 'done':
    case 'cancelled':
    case 'failed':
      return 0;
  }
}
