// SPDX-License-Identifier: Apache-2.0
export { callbackOutcome, type CallbackOutcome, type ErrorDetails } from './callback/outcome.ts';
export { createEventLog, type EventLog, type EventSession } from './events/event-log.ts';
export { eventsBetween, type Moment } from './events/measurement-events.ts';
export {
  DEFAULT_SETTINGS,
  filmingS,
  NEW_ATTEMPT,
  type MeasurementContext,
  type MeasurementInput,
  type MeasurementSettings,
  type Reading,
} from './measurement/context.ts';
export { ACKNOWLEDGE_TIMEOUT_MS, CONNECT_TIMEOUT_MS } from './delivery/machine.ts';
export { failureCodeOf, failureRow, MeasurementFault } from './measurement/failures.ts';
export type { LightHint } from './measurement/light.ts';
export type { MeasurementCommand } from './measurement/events.ts';
export { measurementMachine, type MeasurementSnapshot } from './measurement/machine.ts';
export { phaseOf, type Phase } from './measurement/phases.ts';
export type {
  AnalysisConnection,
  AnalysisPort,
  CameraPort,
  CaptureNews,
  CapturePlan,
  CapturePort,
  ConnectionListener,
  FaceReading,
  OutgoingChunk,
} from './measurement/ports.ts';
export {
  ALL_CONSTRAINTS,
  NOT_READY,
  readinessAfter,
  type Constraints,
  type Readiness,
  type ReadinessReason,
} from './measurement/readiness.ts';
export {
  backOffPolicy,
  MEASUREMENT_BACK_OFF,
  type BackOff,
  type RetryPolicy,
} from './delivery/retry-policy.ts';
export { signalCancels, signalIsJudged } from './measurement/signal-rule.ts';
