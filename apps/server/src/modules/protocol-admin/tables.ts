// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { json, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

/** What a report holds: measurements of its organisation that fit everything named. */
const selectionSchema = z.object({
  id: z.optional(z.string()),
  studyId: z.optional(z.string()),
  userId: z.optional(z.string()),
  email: z.optional(z.string()),
  from: z.optional(z.int()),
  until: z.optional(z.int()),
  page: z.int(),
  fileName: z.string(),
});
export type ReportSelection = z.output<typeof selectionSchema>;

/** Its file is made anew whenever it is fetched, so that what was deleted is not in it. */
export const reportRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  /** Who made it. */
  user_id: z.string(),
  selection: json(selectionSchema),
  expires_at: time,
});
export type ReportRow = z.output<typeof reportRow>;

export const REPORT_TABLES = {
  reports: table(reportRow),
};

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof REPORT_TABLES> {}
}
