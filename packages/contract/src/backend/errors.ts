// SPDX-License-Identifier: Apache-2.0
import { fieldErrorsSchema } from '../field-errors.ts';
import { z } from '../schema.ts';

/** Path at which the app backend is mounted. */
export const BACKEND_PATH = '/api';

/** Error body of the app backend; the analysis service and the administration use that of the protocol. */
export const backendErrorSchema = z.object({
  code: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  message: z.string(),
  /** With VALIDATION_ERROR: the rules that each field broke. */
  errors: z.optional(fieldErrorsSchema),
  /** With TOO_MANY_ATTEMPTS: seconds until the next attempt is accepted. */
  remainingLockoutDurationSec: z.optional(z.int()),
});
export type BackendErrorBody = z.infer<typeof backendErrorSchema>;
