// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/** First parts of the recorded actions, as `key` of `key.revoke`, in the order of the filter's options. */
export const AUDIT_KINDS = [
  'organisation',
  'configuration',
  'key',
  'licence',
  'webhook-secret',
  'delivery',
  'message',
  'study',
  'branch',
  'user',
  'profile',
  'measurement',
  'measurements',
  'report',
  'device',
  'access-code',
  'administrator',
  'session',
  'second-factor',
  'secrets',
  'demo',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,16}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(least), z.maximum(most))),
  );

export const auditQuery = z.object({
  /** Entries of this organisation only. */
  organisation: z.optional(z.string().check(z.maxLength(64))),
  /** A whole action, such as `key.revoke`, or its first part, such as `key`. */
  action: z.optional(z.string().check(z.regex(/^[a-z]+(?:-[a-z]+)*(?:\.[a-z-]+)?$/))),
  outcome: z.optional(z.enum(['done', 'refused'])),
  /**
   * Kind of actor: an operator on the command line, an administrator on the admin page, or staff and people with an
   * account.
   */
  by: z.optional(z.enum(['cli', 'administrator', 'user'])),
  /** Id of the last entry of the previous page, so that entries added since do not shift the next page. */
  after: z.optional(z.string().check(z.maxLength(64))),
  limit: z._default(wholeNumber(1, 200), 50),
});

const auditEntrySchema = z.object({
  id: z.string(),
  /** ms since 1970. */
  at: z.int(),
  /** `cli:<system account>`, `administrator:<id>` or `user:<id>`. */
  actor: z.string(),
  /** E-mail address of an administrator who still exists, else ''. */
  actorEmail: z.string(),
  action: z.string(),
  target: z.string(),
  /** '' where the target belongs to no organisation, or its organisation cannot be determined. */
  organisationId: z.string(),
  /** Names of the changed fields, never their values. */
  details: z.string(),
  /** `started`, `done`, or the code of the refusal. */
  outcome: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export const auditAnswer = z.object({ entries: z.array(auditEntrySchema), hasMore: z.boolean() });
