// SPDX-License-Identifier: Apache-2.0
/**
 * Every failure of launching and measuring. Messages, redirects, remote events, the tests and the reference page
 * docs/reference/errors.md are derived from these tables (`npm run flow:print`).
 */
import type { CheckUpAspect } from '../configuration/measurement.ts';
import type { RemoteEventName } from '../events/events.ts';
import type { CallbackError } from './callback-errors.ts';

export interface FailureRow {
  /** For the reference: when it happens. */
  readonly when: string;
  /** Key of the text shown to the person, below `measurement:failures`. */
  readonly messageKey: string;
  readonly severity: 'info' | 'warning' | 'error';
  /** State of the measurement afterwards: `cancelled` could have continued, `failed` could not. */
  readonly state: 'cancelled' | 'failed';
  /** Where the person continues: measuring again here, another screen first, or the provider of the measurement. */
  readonly then: 'measure-again' | 'permission' | 'profile' | 'consent' | 'organisation';
  /** Code sent to an integrator's callback address. */
  readonly callback: CallbackError;
  /** Occurrences in one visit before the callback receives it; default 1. Until then the person reads the message. */
  readonly callbackAfter?: number;
  /** The person reads the message, then continues to the callback by a button; else the browser redirects at once. */
  readonly callbackByButton?: true;
  /** Event sent to the events webhook; a failure with state `cancelled` is also reported as CANCELED. */
  readonly event: RemoteEventName;
}

/** Everything that can end a measurement early. */
export const FAILURES = {
  CANCELED: {
    when: 'The person pressed Cancel.',
    messageKey: 'canceled',
    severity: 'info',
    state: 'cancelled',
    then: 'measure-again',
    callback: 'MEASUREMENT_CANCELED',
    event: 'CANCELED',
  },
  TAB_HIDDEN: {
    when: 'The tab was switched or the window minimised while filming: frames stop, so the signal would have a gap.',
    messageKey: 'tabHidden',
    severity: 'warning',
    state: 'cancelled',
    then: 'measure-again',
    callback: 'MEASUREMENT_CANCELED',
    event: 'CANCELED',
  },
  DEVICE_SLEPT: {
    when: 'While filming, the page was suspended for more than 10 s, for example because the device slept; the signal would have a gap.',
    messageKey: 'slept',
    severity: 'warning',
    state: 'cancelled',
    then: 'measure-again',
    callback: 'MEASUREMENT_CANCELED',
    event: 'CANCELED',
  },
  FACE_LOST: {
    when: 'No face was in the picture for 3 s while filming.',
    messageKey: 'faceLost',
    severity: 'warning',
    state: 'cancelled',
    then: 'measure-again',
    callback: 'MEASUREMENT_CANCELED',
    event: 'CONSTRAINT_VIOLATION',
  },
  SNR_QUALITY: {
    when: 'The signal-quality check refused the signal: chunk 2, or any later one, has an invalid value.',
    messageKey: 'lowSignal',
    severity: 'warning',
    state: 'cancelled',
    then: 'measure-again',
    callback: 'MEASUREMENT_CANCELED',
    callbackByButton: true,
    event: 'LOW_SNR',
  },
  NETWORK_ERROR: {
    when: 'The connection was lost while measuring and was not restored in time.',
    messageKey: 'networkLost',
    severity: 'error',
    state: 'cancelled',
    then: 'measure-again',
    callback: 'NETWORK_ERROR',
    event: 'WEBSOCKET_RECONNECTION_FAILED',
  },
  CONNECTION_ERROR: {
    when: 'The analysis service could not be reached at the start.',
    messageKey: 'noConnection',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'NETWORK_ERROR',
    event: 'API_ERROR',
  },
  AUTHORIZATION: {
    when: 'The token is no longer accepted and could not be renewed.',
    messageKey: 'notAuthorized',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'TOKEN_EXPIRED',
    event: 'API_ERROR',
  },
  SDK_CONFIG_REFUSED: {
    when: 'The service answered 401 when asked for the study configuration.',
    messageKey: 'notAuthorized',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'TOKEN_EXPIRED',
    event: 'API_ERROR',
  },
  NOT_ACCEPTED: {
    when: 'The service permanently refused a measurement or a request before it, usually with 403, for example because the study currently accepts no measurements.',
    messageKey: 'notAccepted',
    severity: 'error',
    state: 'failed',
    then: 'organisation',
    callback: 'TOKEN_EXPIRED',
    event: 'API_ERROR',
  },
  CONSENT_MISSING: {
    when: "The service answered 403 to a new measurement because the person's consent is missing or insufficient.",
    messageKey: 'consentMissing',
    severity: 'error',
    state: 'failed',
    then: 'consent',
    callback: 'TOKEN_EXPIRED',
    event: 'API_ERROR',
  },
  CREATE_REFUSED: {
    when: 'The service refused to open a measurement for any other reason.',
    messageKey: 'createRefused',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'TOKEN_EXPIRED',
    event: 'API_ERROR',
  },
  SERVICE_BUSY: {
    when: 'The service answered 429 or 503 when a measurement was started, and again after several retries.',
    messageKey: 'createRefused',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'NETWORK_ERROR',
    event: 'API_ERROR',
  },
  CHUNK_REFUSED: {
    when: 'The service refused a chunk permanently.',
    messageKey: 'measureAgain',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'UNKNOWN_ERROR',
    event: 'API_ERROR',
  },
  MEASUREMENT_TIMED_OUT: {
    when: 'No result with a heart rate came for 60 s.',
    messageKey: 'timedOut',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'MEASUREMENT_TIMED_OUT',
    event: 'GENERAL_ERROR',
  },
  ANALYSIS_FAILED: {
    when: 'The final result says that the service could not analyse the data.',
    messageKey: 'analysisFailed',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'FAILED_FACIAL_BLOOD_FLOW_ANALYSIS',
    event: 'GENERAL_ERROR',
  },
  CREATE_CHUNK_FAIL: {
    when: 'A chunk could not be created from the frames.',
    messageKey: 'bloodFlow',
    severity: 'error',
    state: 'cancelled',
    then: 'measure-again',
    callback: 'FAILED_FACIAL_BLOOD_FLOW_ANALYSIS',
    callbackAfter: 2,
    event: 'GENERAL_ERROR',
  },
  COLLECTOR_INIT: {
    when: 'The face tracker or the blood flow collector could not be loaded or started.',
    messageKey: 'collectorInit',
    severity: 'error',
    state: 'failed',
    then: 'profile',
    callback: 'FAILED_INIT_BLOOD_FLOW',
    event: 'FAILED_INIT_BLOOD_FLOW',
  },
  WORKER_ERROR: {
    when: 'The face tracker or the collector crashed.',
    messageKey: 'analyzerFailed',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'WORKER_ERROR',
    event: 'GENERAL_ERROR',
  },
  DEVICE_ENGINE: {
    when: 'The on-device analysis could not be loaded, or crashed.',
    messageKey: 'deviceEngine',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'WORKER_ERROR',
    event: 'GENERAL_ERROR',
  },
  DEVICE_TOO_SLOW: {
    when: 'The on-device analysis took more than 20 s for one chunk.',
    messageKey: 'deviceTooSlow',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'MEASUREMENT_TIMED_OUT',
    event: 'GENERAL_ERROR',
  },
  CAMERA_DENIED: {
    when: 'The person or the browser refused the camera.',
    messageKey: 'WEB_CAMERA_PERMISSION_REQUIRED',
    severity: 'error',
    state: 'failed',
    then: 'permission',
    callback: 'CAMERA_PERMISSION_NOT_GRANTED',
    callbackByButton: true,
    event: 'CAMERA_PERMISSION_DENIED',
  },
  CAMERA_NOT_FOUND: {
    when: 'No camera was found.',
    messageKey: 'cameraNotFound',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'UNKNOWN_ERROR',
    callbackByButton: true,
    event: 'GENERAL_ERROR',
  },
  CAMERA_IN_USE: {
    when: 'Another program is using the camera.',
    messageKey: 'cameraInUse',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'UNKNOWN_ERROR',
    callbackByButton: true,
    event: 'GENERAL_ERROR',
  },
  CAMERA_START: {
    when: 'The camera could not be started for any other reason.',
    messageKey: 'WEB_CAMERA_START_ERROR',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'UNKNOWN_ERROR',
    callbackByButton: true,
    event: 'GENERAL_ERROR',
  },
  CAMERA_STOPPED: {
    when: 'The camera was unplugged, muted or taken by another program while it was on.',
    messageKey: 'cameraStopped',
    severity: 'error',
    state: 'cancelled',
    then: 'measure-again',
    callback: 'MEASUREMENT_CANCELED',
    event: 'GENERAL_ERROR',
  },
  UNKNOWN: {
    when: 'Any other failure.',
    messageKey: 'measureAgain',
    severity: 'error',
    state: 'failed',
    then: 'measure-again',
    callback: 'UNKNOWN_ERROR',
    event: 'GENERAL_ERROR',
  },
} as const satisfies Record<string, FailureRow>;

export type FailureCode = keyof typeof FAILURES;
export type FailureMessageKey = (typeof FAILURES)[FailureCode]['messageKey'];

export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(FAILURES, code);
}

export interface ConstraintRow {
  readonly when: string;
  /** Code in the specification and the events webhook. */
  readonly code: string;
  /** The setting in `measurementControls` that turns it off; null: always on. */
  readonly control: 'distance' | 'direction' | 'movement' | `checkUp.${CheckUpAspect}` | null;
}

/** Instructions of the overlay to the person, the most important first. None of them ends a measurement by itself. */
export const CONSTRAINTS = {
  'no-face': {
    when: 'No face is in the picture.',
    code: 'MissingFace',
    control: null,
  },
  'too-far': {
    when: 'The face is too small in the picture.',
    code: 'FaceFar',
    control: 'distance',
  },
  'too-near': {
    when: 'The face fills too much of the picture.',
    code: 'FaceNear',
    control: 'distance',
  },
  'off-centre': {
    when: 'The face is not in the middle, or a part of it is cut off.',
    code: 'FaceOffCentre',
    control: 'distance',
  },
  turned: {
    when: 'The face is not turned to the camera.',
    code: 'FaceDirection',
    control: 'direction',
  },
  moving: {
    when: 'The head moves.',
    code: 'FaceMovement',
    control: 'movement',
  },
  'too-dark': {
    when: 'The picture is dark.',
    code: 'LowLight',
    control: 'checkUp.brightness',
  },
  'too-bright': {
    when: 'The picture of the face is overexposed.',
    code: 'Overexposed',
    control: 'checkUp.brightness',
  },
  backlit: {
    when: 'The light behind the person is brighter than that on the face.',
    code: 'BackLight',
    control: 'checkUp.backLight',
  },
  uneven: {
    when: 'One half of the face is much darker than the other.',
    code: 'UnevenLight',
    control: 'checkUp.evenness',
  },
  blurred: {
    when: 'The picture is not sharp.',
    code: 'BlurredPicture',
    control: 'checkUp.sharpness',
  },
  'low-frame-rate': {
    when: 'The frame rate of the camera is low.',
    code: 'LowFrameRate',
    control: 'checkUp.frameRate',
  },
} as const satisfies Record<string, ConstraintRow>;
export type ConstraintReason = keyof typeof CONSTRAINTS;
