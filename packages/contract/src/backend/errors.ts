// SPDX-License-Identifier: Apache-2.0
import { fieldErrorsSchema } from '../field-errors.ts';
import { z } from '../schema.ts';

/** Where the app backend is mounted. */
export const BACKEND_PATH = '/api';

/** How the app backend refuses; the analysis service and the administration have the shape of the protocol. */
export const backendErrorSchema = z.object({
  code: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  message: z.string(),
  /** With VALIDATION_ERROR: per field, the rules it broke. */
  errors: z.optional(fieldErrorsSchema),
  /** With TOO_MANY_ATTEMPTS: seconds until the next attempt is looked at. */
  remainingLockoutDurationSec: z.optional(z.int()),
});
export type BackendErrorBody = z.infer<typeof backendErrorSchema>;
