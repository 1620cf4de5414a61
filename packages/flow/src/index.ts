// SPDX-License-Identifier: Apache-2.0
export { callbackOutcome, errorDetails } from './callback/outcome.ts';
export { createEventLog, type EventLog, type EventSession } from './events/event-log.ts';
export { eventsBetween, type Moment } from './events/measurement-events.ts';
export {
  averageStars,
  DEFAULT_SETTINGS,
  filmingS,
  NEW_ATTEMPT,
  type MeasurementContext,
  type MeasurementSettings,
  type Reading,
} from './measurement/context.ts';
export { MeasurementFault } from './measurement/failures.ts';
export { DEFAULT_CHECK_UP, UNCHECKED, type CheckUpLevels } from './measurement/check-up.ts';
export { measurementMachine, type MeasurementSnapshot } from './measurement/machine.ts';
export { OVER_PHASES, phaseOf, RUNNING_PHASES, type Phase } from './measurement/phases.ts';
export type {
  AnalysisConnection,
  AnalysisPort,
  CameraPort,
  CaptureNotification,
  CapturePlan,
  CapturePort,
  ConnectionListener,
  OutgoingChunk,
} from './measurement/ports.ts';
export {
  ALL_CONSTRAINTS,
  NOT_READY,
  type Constraints,
  type ReadinessReason,
} from './measurement/readiness.ts';
export { backOffPolicy, MEASUREMENT_BACK_OFF, type RetryPolicy } from './delivery/retry-policy.ts';
export { signalIsJudged } from './measurement/signal-rule.ts';
