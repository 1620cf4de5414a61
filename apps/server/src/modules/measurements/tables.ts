// SPDX-License-Identifier: Apache-2.0
import { USAGE_OUTCOMES } from '@perfuse/contract/admin/usage';
import { MEASUREMENT_STATUSES } from '@perfuse/contract/analysis/schemas';
import { channelDataSchema, resultErrorSchema } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import { count, flag, json, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

export const profileRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  /** The device that created it; its owner only while no person is named. */
  device_id: z.string(),
  user_id: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  status: z.string(),
  created_at: time,
  updated_at: time,
});

export const measurementRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  device_id: z.string(),
  /** Set only under a consent to storage: it then belongs to the person's history. */
  user_id: z.nullable(z.string()),
  study_id: z.string(),
  profile_id: z.nullable(z.string()),
  partner_id: z.string(),
  mode: z.string(),
  resolution: count,
  status: z.enum(MEASUREMENT_STATUSES),
  data_bytes: count,
  /** Filmed time received, ms, including what a restart dropped. */
  received_ms: z.number(),
  created_at: time,
  updated_at: time,
  completed_at: z.nullable(time),
});
export type MeasurementRow = z.output<typeof measurementRow>;

export const resultRow = z.object({
  measurement_id: z.string(),
  position: count,
  id: z.string(),
  /** Digest of the chunk it answers. */
  digest: z.string(),
  is_final: flag,
  status: z.enum(MEASUREMENT_STATUSES),
  /** As sent. */
  channels: json(z.record(z.string(), channelDataSchema)),
  /** As sent; its code is OK when the analysis ran. */
  error: json(resultErrorSchema),
  created_at: time,
});
export type ResultRow = z.output<typeof resultRow>;

/** Counts only: how many measurements, never whose. */
export const usageDayRow = z.object({
  organisation_id: z.string(),
  /** UTC, as `2030-01-31`. */
  day: z.string(),
  outcome: z.enum(USAGE_OUTCOMES),
  count,
});
export type UsageRow = z.output<typeof usageDayRow>;

export const MEASUREMENT_TABLES = {
  profiles: table(profileRow),
  measurements: table(measurementRow),
  results: table(resultRow),
  usage_days: table(usageDayRow),
};

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof MEASUREMENT_TABLES> {}
}
