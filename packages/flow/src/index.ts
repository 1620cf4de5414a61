// SPDX-License-Identifier: Apache-2.0
export {
  DEFAULT_SETTINGS,
  filmingS,
  type MeasurementContext,
  type MeasurementInput,
  type MeasurementSettings,
  type Reading,
} from './measurement/context.ts';
export { ACKNOWLEDGE_TIMEOUT_MS, CONNECT_TIMEOUT_MS } from './measurement/delivery.ts';
export {
  callbackErrorOf,
  CALLBACK_ERRORS,
  FAILURES,
  isFailureCode,
  MeasurementFault,
  type CallbackError,
  type FailureCode,
  type FailureMessageKey,
  type FailureRow,
} from './measurement/failures.ts';
export {
  FACE_LOST_MS,
  measurementMachine,
  phaseOf,
  PHASES,
  type MeasurementCommand,
  type MeasurementSnapshot,
  type Phase,
} from './measurement/machine.ts';
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
  READINESS_REASONS,
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
} from './measurement/retry-policy.ts';
export { signalCancels, signalIsJudged } from './measurement/signal-rule.ts';
