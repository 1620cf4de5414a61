// SPDX-License-Identifier: Apache-2.0
/** The redirect to an integrator's results callback address (specification, sections 4 and 8). */
import { z } from '../schema.ts';
import { sessionIdSchema } from './link.ts';

/** Whether a browser may be sent to an address if its origin is allowed: a whole one of http or https. Never throws. */
export function isCallbackAddress(address: string): boolean {
  if (address.length > 2048 || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  // A blob: URL has the origin of the page that created it, with content chosen by that page.
  const isOfWeb = protocol === 'https:' || protocol === 'http:';
  return isOfWeb && username === '' && password === '';
}

/** @param origins `callbackOrigins` of the configuration. Never throws. */
export const isAllowedCallback = (address: string, origins: readonly string[]): boolean =>
  isCallbackAddress(address) && origins.includes(new URL(address).origin);

/**
 * Of the measurement; in `details` of an error after the launch, as base64 JSON. Results have their own fields for it.
 */
export const callbackDetailsSchema = z.object({
  measurementId: z.nullable(z.string()),
  /** dB, or one of its codes. */
  snr: z.nullable(z.number()),
  /** 0..5 */
  starRating: z.number(),
  /** From the start of filming to the error, s; absent when nothing was filmed. */
  errorTimeSeconds: z.optional(z.number()),
});
export type CallbackDetails = z.infer<typeof callbackDetailsSchema>;

const base64 = z.string().check(z.maxLength(100_000), z.regex(/^[\w+/-]+={0,2}$/));
const compactJwe = z
  .string()
  .check(z.maxLength(100_000), z.regex(/^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/));

const absent = z.optional(z.never());

/**
 * Query parameters that an integrator's page receives: results, a data id or an error, exactly one of them, and always
 * the session. The query may also contain parameters of its own.
 */
export const callbackQuerySchema = z.union([
  z.object({
    /** base64url of the results' JSON, or a compact JWE of it to the organisation's results key. */
    results: z.union([base64, compactJwe]),
    dataId: absent,
    error: absent,
    sessionId: sessionIdSchema,
  }),
  z.object({
    /** Id that the results API returned. */
    dataId: z.string().check(z.minLength(1), z.maxLength(500)),
    results: absent,
    error: absent,
    sessionId: sessionIdSchema,
  }),
  z.object({
    /** One of the callback errors, or the server's own code for a refused launch. */
    error: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
    results: absent,
    dataId: absent,
    sessionId: sessionIdSchema,
    /** {@link callbackDetailsSchema}, or the map of field errors with PROFILE_VALIDATION_FAILED. */
    details: z.optional(base64),
  }),
]);
