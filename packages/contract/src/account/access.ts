// SPDX-License-Identifier: Apache-2.0
/** Schemas for viewing and managing the sessions and credentials of one's own account. */
import { successSchema } from '../analysis/schemas.ts';
import { z } from '../schema.ts';

/** Maximum number of sessions listed, most recently used first. */
export const LISTED_SESSIONS = 100;

/** For an account without a password to re-enter, a sign-in within this time is proof of identity, s. */
export const FRESH_SESSION_S = 600;

/** One session of a person. */
export const listedSessionSchema = z.object({
  ID: z.string(),
  /** Name of the browser or program, such as `Firefox`; '' if it sent none. */
  Browser: z.string(),
  /** Name of the operating system, such as `Windows`; '' if it sent none. */
  System: z.string(),
  /** ms since 1970. */
  Created: z.int(),
  /** ms since 1970, to within the lifetime of an access token. */
  LastUsed: z.int(),
  /** Whether the request was made with this session. */
  IsCurrent: z.boolean(),
});
export type ListedSession = z.infer<typeof listedSessionSchema>;

export const sessionsAnswer = z.object({
  /** Most recently used first. */
  sessions: z.array(listedSessionSchema),
});

/** A password re-entered as proof of identity. */
const typed = z.string().check(z.maxLength(512));

export const endSessionsBody = z.object({
  /** Required for an account with a password. */
  password: z.optional(z.nullable(typed)),
});

export const changePasswordBody = z.object({
  /** The current password. */
  password: z.string().check(z.minLength(1), z.maxLength(512)),
  newPassword: z.string().check(z.minLength(1), z.maxLength(512)),
});

export const endedAnswer = z.extend(successSchema, { ended: z.int() });
