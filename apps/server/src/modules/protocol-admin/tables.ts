// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { json, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

/** The measurements in a report: those of its organisation that match every given field. */
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

/** A report. Its file is generated at every fetch, so that it omits deleted measurements. */
export const reportRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  /** Its author. */
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
