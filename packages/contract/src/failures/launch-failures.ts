// SPDX-License-Identifier: Apache-2.0
import type { RemoteEventName } from '../events/events.ts';
import type { CallbackError } from './callback-errors.ts';

export interface LaunchFailureRow {
  readonly when: string;
  /** `screen` replaces the app, `modal` covers it. */
  readonly shows: 'screen' | 'modal' | 'nothing';
  /** Name of the message in the specification; null when the app continues. */
  readonly message: string | null;
  /** In callback mode; `server` is the server's own error code. Null: no redirect. */
  readonly callback: CallbackError | 'server' | null;
  readonly event: RemoteEventName;
}

/** Failures before anything is measured. */
export const LAUNCH_FAILURES = {
  UNSUPPORTED_BROWSER: {
    when: 'The configuration, or `PERFUSE_UNSUPPORTED_BROWSERS`, lists this browser; by default Firefox.',
    shows: 'screen',
    message: 'This browser is not supported',
    callback: 'UNSUPPORTED_BROWSER',
    event: 'GENERAL_ERROR',
  },
  CONFIGURATION_REFUSED: {
    when: 'The configuration request failed with status 400 or above; without an error code, UNKNOWN_ERROR is reported.',
    shows: 'modal',
    message: 'ERR_LOADING_CONFIGURATIONS',
    callback: 'server',
    event: 'API_ERROR',
  },
  CONFIGURATION_NO_NETWORK: {
    when: 'The configuration could not be fetched at all.',
    shows: 'modal',
    message: 'ERR_CONSTRAINT_NO_NETWORK',
    callback: 'NETWORK_ERROR',
    event: 'API_ERROR',
  },
  CALLBACK_NOT_ALLOWED: {
    when: 'The configuration does not allow the callback address: there is no redirect.',
    shows: 'screen',
    message: 'ERR_CALLBACK_NOT_ALLOWED',
    callback: null,
    event: 'API_ERROR',
  },
  PROFILE_INVALID: {
    when: 'A field of the profile in the link is not valid; the details name the fields.',
    shows: 'screen',
    message: 'ERR_LOADING_CONFIGURATIONS',
    callback: 'PROFILE_VALIDATION_FAILED',
    event: 'API_ERROR',
  },
  TOKEN_RENEWAL_FAILED: {
    when: 'The tokens of the link could not be renewed.',
    shows: 'screen',
    message: 'ERR_LOADING_CONFIGURATIONS',
    callback: 'TOKEN_RENEWAL_FAILED',
    event: 'API_ERROR',
  },
  TOKEN_CHECK_FAILED: {
    when: 'A stored token is no longer accepted: the app continues without it.',
    shows: 'nothing',
    message: null,
    callback: null,
    event: 'API_ERROR',
  },
  ENVIRONMENT_UNKNOWN: {
    when: 'The backend cannot be reached, or names no analysis service.',
    shows: 'screen',
    message: 'launch failed, with a retry button',
    callback: 'NETWORK_ERROR',
    event: 'API_ERROR',
  },
  PRELOAD_FAILED: {
    when: 'A file of the face tracker could not be downloaded.',
    shows: 'screen',
    message: 'WEB_PRELOAD_FAILED',
    callback: null,
    event: 'GENERAL_ERROR',
  },
} as const satisfies Record<string, LaunchFailureRow>;
