// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

/** What operators, administrators and staff did. Holds only ids of people. */
export const auditRow = z.object({
  id: z.string(),
  actor: z.string(),
  /** Such as `user.erase`. */
  action: z.string(),
  /** Id of what it was done to, or ''. */
  target: z.string(),
  /** `started`, `done`, or the code of the refusal. */
  outcome: z.string(),
  /** The target's organisation, or ''. Without a foreign key: it outlives the organisation. */
  organisation_id: z.string(),
  /** Names of the fields that were changed, never their values. */
  details: z.string(),
  created_at: time,
});
export type AuditRow = z.output<typeof auditRow>;

export const AUDIT_TABLES = {
  audit: table(auditRow, 'organisation_id', 'details'),
};

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof AUDIT_TABLES> {}
}
