// SPDX-License-Identifier: Apache-2.0
import type { VisitEnd } from '../../launch/launch-link.ts';
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import type { IntegratorProfileErrors } from '@perfuse/contract/launch/profile';
import { readLaunchFailure } from '@perfuse/contract/launch/failure';
import { LAUNCH_FAILURES } from '@perfuse/contract/failures/launch-failures';
import { ApiError, isAway } from '@perfuse/client';

/** Why a link could not be opened. */
export interface LinkFailure {
  /** No answer: a retry, or a restored network, may help. */
  readonly isOffline: boolean;
  /** The launched configuration, if there is one. */
  readonly launched?: LaunchedConfiguration;
  /** The server's code, or UNKNOWN_ERROR; sent to the callback address. */
  readonly code: string;
  /** Whether trying again may help. */
  readonly isRetryable: boolean;
  /** How the visit, which this browser has forgotten, ended. */
  readonly ended?: VisitEnd;
  /** Which fields of the profile break which rule. */
  readonly details?: IntegratorProfileErrors;
  /**
   * Address that the browser is redirected to with the failure; checked by the server. Null: the failure is shown here.
   */
  readonly callback: string | null;
  /** The session that the failure is reported under, where the server knows it; else that of the link. */
  readonly sessionId?: string;
}

/** The link's own history entry was loaded again: its content is gone. */
export const SPENT_LINK: LinkFailure = {
  isOffline: false,
  code: 'LAUNCH_TOKEN_USED',
  isRetryable: false,
  callback: null,
};

/** @param cause what the request for the configuration threw. */
export function configurationFailure(cause: unknown): LinkFailure {
  if (!(cause instanceof ApiError)) return { ...SPENT_LINK, code: 'UNKNOWN_ERROR' };
  if (cause.status === 0) {
    const code = LAUNCH_FAILURES.CONFIGURATION_NO_NETWORK.callback;
    return { isOffline: true, code, isRetryable: true, callback: null };
  }
  const { code, details, resultsCallbackUrl, sessionId } = readLaunchFailure(cause.body);
  return {
    isOffline: false,
    code,
    isRetryable: isAway(cause),
    details,
    callback: resultsCallbackUrl ?? null,
    sessionId,
  };
}

/**
 * @param cause what renewing the tokens of the link threw. Busy is not refused: the state of the tokens is unknown.
 * @param launched the configuration, with its callback address; null outside callback mode.
 */
export function renewalFailure(cause: unknown, launched: LaunchedConfiguration): LinkFailure {
  const isOffline = cause instanceof ApiError && cause.status === 0;
  const isRetryable = isAway(cause);
  const { TOKEN_RENEWAL_FAILED, CONFIGURATION_NO_NETWORK } = LAUNCH_FAILURES;
  return {
    isOffline,
    code: (isRetryable ? CONFIGURATION_NO_NETWORK : TOKEN_RENEWAL_FAILED).callback,
    isRetryable,
    launched,
    callback: isOffline ? null : launched.resultsCallbackUrl,
    sessionId: launched.sessionId,
  };
}
