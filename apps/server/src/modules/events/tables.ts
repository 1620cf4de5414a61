// SPDX-License-Identifier: Apache-2.0
import { DELIVERY_STATES } from '@perfuse/contract/launch/webhook';
import { z } from '@perfuse/contract/schema';
import { count, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

/** What browsers sent for the events webhook. Each counts once, however often it was sent. */
const eventRow = z.object({
  configuration_id: z.string(),
  /** As the browser named it. */
  session_id: z.string(),
  sequence: count,
  event: z.string(),
  severity: z.string(),
  /** JSON of the contract's event payload. */
  payload: z.string(),
  /** On the browser's clock. */
  happened_at: time,
  received_at: time,
});

export const deliveryRow = z.object({
  id: z.string(),
  configuration_id: z.string(),
  session_id: z.string(),
  event: z.string(),
  address: z.string(),
  /** JSON as it is sent. */
  body: z.string(),
  state: z.enum(DELIVERY_STATES),
  tries: count,
  /** Why the last try failed. */
  failure: z.nullable(z.string()),
  /** While a try is under way: when another process may take it up. */
  next_try_at: time,
  created_at: time,
  updated_at: time,
});
export type DeliveryRow = z.output<typeof deliveryRow>;

export const EVENT_TABLES = {
  events: table(eventRow),
  webhook_deliveries: table(deliveryRow),
};

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof EVENT_TABLES> {}
}
