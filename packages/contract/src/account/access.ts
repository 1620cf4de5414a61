// SPDX-License-Identifier: Apache-2.0
/** What people see of, and do about, the ways into their own account. */
import { successSchema } from '../analysis/schemas.ts';
import { z } from '../schema.ts';

/** Most sessions that are listed, the latest used first. */
export const LISTED_SESSIONS = 100;

/** Where no password can be asked for again, a sign-in within this time is the proof, s. */
export const FRESH_SESSION_S = 600;

/** One session of a person. */
export const listedSessionSchema = z.object({
  ID: z.string(),
  /** Name of the browser or program, such as `Firefox`; '' where it did not say. */
  Browser: z.string(),
  /** Name of the operating system, such as `Windows`; '' where it did not say. */
  System: z.string(),
  /** ms since 1970. */
  Created: z.int(),
  /** ms since 1970, exact to the lifetime of an access token. */
  LastUsed: z.int(),
  /** Whether the request came from it. */
  IsCurrent: z.boolean(),
});
export type ListedSession = z.infer<typeof listedSessionSchema>;

export const sessionsAnswer = z.object({
  /** Latest used first. */
  sessions: z.array(listedSessionSchema),
});

/** A password as typed to prove oneself. */
const typed = z.string().check(z.maxLength(512));

export const endSessionsBody = z.object({
  /** Needed where the account has one. */
  password: z.optional(z.nullable(typed)),
});

export const changePasswordBody = z.object({
  /** The present one. */
  password: z.string().check(z.minLength(1), z.maxLength(512)),
  newPassword: z.string().check(z.minLength(1), z.maxLength(512)),
});

export const endedAnswer = z.extend(successSchema, { ended: z.int() });
