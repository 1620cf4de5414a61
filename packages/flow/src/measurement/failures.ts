// SPDX-License-Identifier: Apache-2.0
/** Codes that an integrator's callback address may receive (specification, section 8). */
export const CALLBACK_ERRORS = [
  'MEASUREMENT_CANCELED',
  'WORKER_ERROR',
  'CAMERA_PERMISSION_NOT_GRANTED',
  'MEASUREMENT_TIMED_OUT',
  'NETWORK_ERROR',
  'TOKEN_EXPIRED',
  'FAILED_INIT_BLOOD_FLOW',
  'FAILED_FACIAL_BLOOD_FLOW_ANALYSIS',
  'UNKNOWN_ERROR',
] as const;
export type CallbackError = (typeof CALLBACK_ERRORS)[number];

export interface FailureRow {
  /** Which text the person reads: a key of the app's texts, below `failures`. */
  readonly messageKey: string;
  readonly severity: 'info' | 'warning' | 'error';
  /** What an integrator's callback address receives. */
  readonly callback: CallbackError;
  /** State of the measurement afterwards: `cancelled` could have gone on, `failed` could not. */
  readonly state: 'cancelled' | 'failed';
  /** Where the person goes on: measuring again here, or on another screen first. */
  readonly then: 'measure-again' | 'permission' | 'profile';
  /** This many in one visit before the callback hears of it; default 1. */
  readonly callbackAfter?: number;
}

/** Everything that can end a measurement early. Messages, redirects and tests are made from this table. */
export const FAILURES = {
  /** The person pressed Cancel. */
  CANCELED: {
    messageKey: 'canceled',
    severity: 'info',
    callback: 'MEASUREMENT_CANCELED',
    state: 'cancelled',
    then: 'measure-again',
  },
  /** The tab was switched or the window minimised: frames stop, so the signal would have a hole. */
  TAB_HIDDEN: {
    messageKey: 'tabHidden',
    severity: 'warning',
    callback: 'MEASUREMENT_CANCELED',
    state: 'cancelled',
    then: 'measure-again',
  },
  FACE_LOST: {
    messageKey: 'faceLost',
    severity: 'warning',
    callback: 'MEASUREMENT_CANCELED',
    state: 'cancelled',
    then: 'measure-again',
  },
  SNR_QUALITY: {
    messageKey: 'lowSignal',
    severity: 'warning',
    callback: 'MEASUREMENT_CANCELED',
    state: 'cancelled',
    then: 'measure-again',
  },
  /** The network was away for longer than the retry policy allows. */
  NETWORK_ERROR: {
    messageKey: 'networkLost',
    severity: 'error',
    callback: 'NETWORK_ERROR',
    state: 'cancelled',
    then: 'measure-again',
  },
  /** The service could not be reached to begin with. */
  CONNECTION_ERROR: {
    messageKey: 'noConnection',
    severity: 'error',
    callback: 'NETWORK_ERROR',
    state: 'failed',
    then: 'measure-again',
  },
  /** The token is no longer accepted and could not be renewed. */
  AUTHORIZATION: {
    messageKey: 'notAuthorized',
    severity: 'error',
    callback: 'TOKEN_EXPIRED',
    state: 'failed',
    then: 'measure-again',
  },
  /** The service refused to open a measurement. */
  CREATE_REFUSED: {
    messageKey: 'createRefused',
    severity: 'error',
    callback: 'TOKEN_EXPIRED',
    state: 'failed',
    then: 'measure-again',
  },
  /** The service refused a chunk. */
  CHUNK_REFUSED: {
    messageKey: 'measureAgain',
    severity: 'error',
    callback: 'UNKNOWN_ERROR',
    state: 'failed',
    then: 'measure-again',
  },
  MEASUREMENT_TIMED_OUT: {
    messageKey: 'timedOut',
    severity: 'error',
    callback: 'MEASUREMENT_TIMED_OUT',
    state: 'failed',
    then: 'measure-again',
  },
  /** The service could not analyse what it was sent. */
  ANALYSIS_FAILED: {
    messageKey: 'analysisFailed',
    severity: 'error',
    callback: 'FAILED_FACIAL_BLOOD_FLOW_ANALYSIS',
    state: 'failed',
    then: 'measure-again',
  },
  CREATE_CHUNK_FAIL: {
    messageKey: 'bloodFlow',
    severity: 'error',
    callback: 'FAILED_FACIAL_BLOOD_FLOW_ANALYSIS',
    state: 'cancelled',
    then: 'measure-again',
    callbackAfter: 2,
  },
  COLLECTOR_INIT: {
    messageKey: 'collectorInit',
    severity: 'error',
    callback: 'FAILED_INIT_BLOOD_FLOW',
    state: 'failed',
    then: 'profile',
  },
  WORKER_ERROR: {
    messageKey: 'analyzerFailed',
    severity: 'error',
    callback: 'WORKER_ERROR',
    state: 'failed',
    then: 'measure-again',
  },
  CAMERA_DENIED: {
    messageKey: 'cameraDenied',
    severity: 'error',
    callback: 'CAMERA_PERMISSION_NOT_GRANTED',
    state: 'failed',
    then: 'permission',
  },
  CAMERA_NOT_FOUND: {
    messageKey: 'cameraNotFound',
    severity: 'error',
    callback: 'UNKNOWN_ERROR',
    state: 'failed',
    then: 'measure-again',
  },
  CAMERA_IN_USE: {
    messageKey: 'cameraInUse',
    severity: 'error',
    callback: 'UNKNOWN_ERROR',
    state: 'failed',
    then: 'measure-again',
  },
  CAMERA_START: {
    messageKey: 'WEB_CAMERA_START_ERROR',
    severity: 'error',
    callback: 'UNKNOWN_ERROR',
    state: 'failed',
    then: 'measure-again',
  },
  /** Unplugged, muted or taken by another program while it was on. */
  CAMERA_STOPPED: {
    messageKey: 'cameraStopped',
    severity: 'error',
    callback: 'MEASUREMENT_CANCELED',
    state: 'cancelled',
    then: 'measure-again',
  },
  UNKNOWN: {
    messageKey: 'measureAgain',
    severity: 'error',
    callback: 'UNKNOWN_ERROR',
    state: 'failed',
    then: 'measure-again',
  },
} as const satisfies Record<string, FailureRow>;

export type FailureCode = keyof typeof FAILURES;

export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(FAILURES, code);
}
export type FailureMessageKey = (typeof FAILURES)[FailureCode]['messageKey'];

/**
 * What ports reject with. Anything else counts as UNKNOWN.
 * `message` is for developers; the person reads the catalogue's text.
 */
export class MeasurementFault extends Error {
  override readonly name = 'MeasurementFault';
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The catalogue's code for whatever a port rejected with. */
export function failureCodeOf(reason: unknown): FailureCode {
  return reason instanceof MeasurementFault ? reason.code : 'UNKNOWN';
}

/** What an integrator hears after the `count`-th failure of this code in one visit; null while it is too early. */
export function callbackErrorOf(code: FailureCode, count: number): CallbackError | null {
  const row: FailureRow = FAILURES[code];
  return count >= (row.callbackAfter ?? 1) ? row.callback : null;
}
