// SPDX-License-Identifier: Apache-2.0
import { fieldErrorsSchema } from '../field-errors.ts';
import { z } from '../schema.ts';

/** Error codes of the analysis service with their HTTP (and websocket) status and a readable message. */
export const ANALYSIS_ERRORS = {
  BAD_REQUEST: { status: 400, message: 'The request is malformed.' },
  VALIDATION_ERROR: { status: 400, message: 'A field of the request is not valid.' },
  INCORRECT_REQUEST: { status: 400, message: 'Invalid Route Number.' },
  INVALID_MEASUREMENT: { status: 400, message: 'There is no such measurement.' },
  MEASUREMENT_CLOSED: { status: 400, message: 'The measurement is closed.' },
  MISALIGNED_CHUNK: { status: 400, message: 'The chunk does not follow the previous one.' },
  UNPACKER_RPC_ERROR: { status: 400, message: 'The payload could not be read.' },
  INVALID_TOKEN: { status: 401, message: 'The token is missing or not valid.' },
  TOKEN_EXPIRED: { status: 401, message: 'The token has expired.' },
  ERR_SESSION_EXPIRED: { status: 401, message: 'The session has ended; sign in again.' },
  INVALID_USER: { status: 401, message: 'The name, the password or the code does not match.' },
  MFA_REQUIRED: {
    status: 401,
    message: 'The account has a second factor: send its code as MFAToken.',
  },
  INVALID_MFA_TOKEN: {
    status: 401,
    message: 'The code of the second factor does not match or was used.',
  },
  SECOND_STEP_EXPIRED: { status: 401, message: 'This took too long; start again.' },
  USER_ALREADY_EXISTS: { status: 400, message: 'An account with this name already exists.' },
  INVALID_RESET_LINK: {
    status: 400,
    message: 'The link was used, has expired or is not valid. Request a new one.',
  },
  INVALID_CONFIRMATION_LINK: {
    status: 400,
    message: 'The link was used, has expired or is not valid. Sign up again.',
  },
  INVALID_HANDOFF: {
    status: 400,
    message: 'The link was used, has expired or is not valid. Create a new one.',
  },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts; try again later.' },
  INVALID_LICENSE: { status: 401, message: 'The licence key is not valid.' },
  INVALID_LAUNCH: {
    status: 401,
    message: 'The launch secret is missing, not valid or expired.',
  },
  NOT_OF_THIS_LAUNCH: {
    status: 403,
    message: 'The configuration, session or measurement is not of this launch.',
  },
  RESTRICTED: { status: 403, message: 'The token does not permit this.' },
  LAST_ADMINISTRATOR: {
    status: 403,
    message:
      'This is the last administrator of the organisation: assign the role DFX_ORG_ADMIN to another account first, or ask the operator to.',
  },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  CONFLICT: { status: 409, message: 'Not saved: someone else has changed this in the meantime.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send JSON.' },
  RESULTS_REFUSED: {
    status: 424,
    message:
      'The results API refuses the results, or they cannot be encrypted. Retrying does not help.',
  },
  RATE_LIMIT: { status: 429, message: 'Too many requests, or data faster than real time.' },
  INTERNAL_ERROR: { status: 500, message: 'Internal server error.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is busy or shutting down; try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type AnalysisErrorCode = keyof typeof ANALYSIS_ERRORS;

export const analysisErrorSchema = z.object({
  Code: z.string(),
  Message: z.string(),
  /** The rules that each field broke: `{Field: [['RULE', [details]]]}`. */
  Errors: z.optional(fieldErrorsSchema),
  /** With TOO_MANY_ATTEMPTS: seconds until the next attempt is accepted. */
  remainingLockoutDurationSec: z.optional(z.int()),
});
export type AnalysisErrorBody = z.infer<typeof analysisErrorSchema>;
