// SPDX-License-Identifier: Apache-2.0
/** Refusal of a launch. */
import { backendErrorSchema } from '../backend/errors.ts';
import { z } from '../schema.ts';
import { sessionIdSchema } from './link.ts';
import { integratorProfileErrorsSchema } from './profile.ts';

/** Codes of `GET /api/config` and `GET /api/profile` in addition to the general ones. */
export const LAUNCH_ERRORS = {
  CONFIGURATION_NOT_FOUND: { status: 404, message: 'There is no such configuration.' },
  LAUNCH_TOKEN_INVALID: {
    status: 401,
    message:
      'The launch link is not signed by the organisation for this configuration, a claim is missing or not valid, or its tokens are not those of a device of the organisation.',
  },
  LAUNCH_TOKEN_EXPIRED: { status: 401, message: 'The launch link has expired.' },
  LAUNCH_TOKEN_USED: { status: 401, message: 'The launch link was already used.' },
  SIGNED_PROFILE_REQUIRED: {
    status: 403,
    message: 'This configuration requires a signed profile.',
  },
  CALLBACK_NOT_ALLOWED: {
    status: 403,
    message: 'The configuration does not allow the results callback address.',
  },
  PROFILE_VALIDATION_FAILED: { status: 400, message: 'A field of the profile is not valid.' },
} as const satisfies Record<string, { status: number; message: string }>;
export type LaunchErrorCode = keyof typeof LAUNCH_ERRORS;

export const launchFailureSchema = z.extend(backendErrorSchema, {
  /** With PROFILE_VALIDATION_FAILED. */
  details: z.optional(integratorProfileErrorsSchema),
  /**
   * Where the browser may redirect with the error: present only if the address is on the configuration's list and the
   * organisation signed the profile for it, or the configuration accepts unsigned ones.
   */
  resultsCallbackUrl: z.optional(z.string()),
  /** The session that the organisation signed, even if the link names another; absent if it signed none. */
  sessionId: z.optional(sessionIdSchema),
});
export type LaunchFailure = z.infer<typeof launchFailureSchema>;

/** Reads the body of a refused launch, or of a request that failed before the launch was read; never throws. */
export function readLaunchFailure(body: unknown): LaunchFailure {
  const read = launchFailureSchema.safeParse(body);
  return read.success ? read.data : { code: 'UNKNOWN_ERROR', message: '' };
}
