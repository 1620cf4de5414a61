// SPDX-License-Identifier: Apache-2.0
import type { EventPayload, RemoteEventName } from '@perfuse/contract/events/events';
import { CONSTRAINTS, FAILURES } from '@perfuse/contract/failures/catalogue';
import { MEASUREMENT } from '@perfuse/contract/limits';
import type { MeasurementContext } from '../measurement/context.ts';
import { OVER_PHASES, RUNNING_PHASES, type Phase } from '../measurement/phases.ts';

export interface ReportedEvent {
  readonly event: RemoteEventName;
  readonly payload: EventPayload;
}

/** The state of a measurement as far as its events need it. */
export interface Moment {
  readonly phase: Phase;
  readonly context: Pick<
    MeasurementContext,
    'answered' | 'failure' | 'measurementId' | 'online' | 'reading' | 'readiness' | 'plan'
  >;
}

const LIVE: readonly Phase[] = ['preparing', 'ready', 'measuring', 'analysing'];

function* cameraEvents(before: Moment, after: Moment): Iterable<ReportedEvent> {
  if (before.phase !== 'starting' || !LIVE.includes(after.phase)) return;
  yield { event: 'CAMERA_PERMISSION_GRANTED', payload: {} };
  yield { event: 'CAMERA_STARTED', payload: {} };
}

function* constraintEvents(before: Moment, after: Moment): Iterable<ReportedEvent> {
  const { reason } = after.context.readiness;
  // A face that was never in place cannot leave it.
  if (reason === null || before.context.readiness.reason !== null || !LIVE.includes(after.phase)) {
    return;
  }
  const { code } = CONSTRAINTS[reason];
  yield {
    event: 'CONSTRAINT_VIOLATION',
    payload: { constraint: code, measuring: after.phase === 'measuring' },
  };
}

function* runningEvents(before: Moment, after: Moment): Iterable<ReportedEvent> {
  const started = RUNNING_PHASES.includes(before.phase);
  if (!started && RUNNING_PHASES.includes(after.phase))
    yield { event: 'MEASUREMENT_STARTED', payload: {} };
  const { measurementId, answered, online, plan, reading } = after.context;
  if (measurementId !== null && before.context.measurementId === null) {
    yield { event: 'CREATED', payload: { measurementId } };
  }
  if (before.context.online && !online) yield { event: 'WEBSOCKET_DISCONNECTED', payload: {} };
  if (!before.context.online && online && started) {
    yield { event: 'WEBSOCKET_RECONNECTED', payload: {} };
  }
  const last = (plan?.chunkCount ?? MEASUREMENT.chunkCount) - 1;
  for (const chunk of answered.slice(before.context.answered.length)) {
    if (chunk !== last) {
      yield {
        event: 'INTERMEDIATE_RESULTS',
        payload: { measurementId, chunk, starRating: reading?.stars ?? 0 },
      };
    }
  }
  if (before.phase === 'measuring' && (after.phase === 'analysing' || after.phase === 'done')) {
    yield { event: 'SCAN_COMPLETED', payload: { measurementId } };
  }
}

function* endEvents(before: Moment, after: Moment): Iterable<ReportedEvent> {
  if (OVER_PHASES.includes(before.phase) || before.phase === after.phase) return;
  const { failure, measurementId, reading } = after.context;
  const about = { measurementId, snr: reading?.snr ?? null, starRating: reading?.stars ?? 0 };
  if (after.phase === 'done') yield { event: 'RESULTS_RECEIVED', payload: about };
  if (after.phase === 'idle' && RUNNING_PHASES.includes(before.phase)) {
    yield { event: 'CANCELED', payload: { reason: 'LEFT', ...about } };
  }
  if (failure === null || !OVER_PHASES.includes(after.phase)) return;
  const { event } = FAILURES[failure];
  yield { event, payload: { reason: failure, ...about } };
  if (after.phase === 'cancelled' && event !== 'CANCELED') {
    yield { event: 'CANCELED', payload: { reason: failure, ...about } };
  }
}

/** Events for the webhook on the step from one state of a measurement to the next, in order. */
export function eventsBetween(before: Moment, after: Moment): ReportedEvent[] {
  return [
    ...cameraEvents(before, after),
    ...runningEvents(before, after),
    ...constraintEvents(before, after),
    ...endEvents(before, after),
  ];
}
