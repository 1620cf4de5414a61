// SPDX-License-Identifier: Apache-2.0
import type { AnalysisErrorCode } from '@perfuse/contract/analysis/errors';
import {
  LAUNCH_ERRORS,
  type LaunchErrorCode,
  type LaunchFailure,
} from '@perfuse/contract/launch/failure';
import type { IntegratorProfileErrors } from '@perfuse/contract/launch/profile';
import { ServiceError } from '../../platform/errors/service-error.ts';

/** General error codes by the status of a launch's own code. */
const GENERAL: Readonly<Record<number, AnalysisErrorCode>> = {
  400: 'VALIDATION_ERROR',
  401: 'INVALID_TOKEN',
  403: 'RESTRICTED',
  404: 'NOT_FOUND',
};

export interface LaunchErrorDetails {
  readonly details?: IntegratorProfileErrors;
  /** Names of invalid claims, of a token that the organisation signed. */
  readonly claims?: readonly string[] | undefined;
  /** Only once it was checked against the callback origins that the organisation allows. */
  readonly resultsCallbackUrl?: string | null;
  /** From verified claims only. */
  readonly sessionId?: string | undefined;
}

/** A refused launch. The caller gets its own code; logs and metrics use the general one. */
export class LaunchError extends ServiceError {
  readonly launchCode: LaunchErrorCode;
  readonly #facts: LaunchErrorDetails;

  constructor(code: LaunchErrorCode, facts: LaunchErrorDetails = {}) {
    const { status, message } = LAUNCH_ERRORS[code];
    const { claims } = facts;
    const told =
      claims === undefined
        ? message
        : `Claims of the launch link are not valid: ${claims.join(', ')}.`;
    super(GENERAL[status] ?? 'BAD_REQUEST', told);
    this.launchCode = code;
    this.#facts = facts;
  }

  /** Where the browser is sent with it; null: nowhere. */
  get callback(): string | null {
    return this.#facts.resultsCallbackUrl ?? null;
  }

  /** The same refusal, with the session id that the organisation signed. */
  ofSession(sessionId: string | undefined): LaunchError {
    return new LaunchError(this.launchCode, { ...this.#facts, sessionId });
  }

  override get status(): number {
    return LAUNCH_ERRORS[this.launchCode].status;
  }

  override get backendBody(): LaunchFailure {
    const { details, sessionId } = this.#facts;
    return {
      code: this.launchCode,
      message: this.message,
      details,
      resultsCallbackUrl: this.callback ?? undefined,
      sessionId,
    };
  }
}
