// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT_STATUSES } from '../analysis/schemas.ts';
import { channelDataSchema } from '../results/message.ts';
import { z } from '../schema.ts';
import { consentAnswer } from './consent.ts';
import { userAccountSchema } from './session.ts';

/** A whole number from a query, or the fallback. */
const whole = (fallback: number, minimum: number, maximum: number) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,9}$/)), String(fallback)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(minimum), z.maximum(maximum))),
  );

/** Query of a page of history: `limit` 1 to 100 (20), `offset` from 0. */
export const historyQuery = z.object({
  limit: whole(20, 1, 100),
  offset: whole(0, 0, 1_000_000),
});

/** One past measurement; `Channels` and `Multiplier` are decoded like those of a result message. */
export const historyItemSchema = z.object({
  ID: z.string(),
  StudyID: z.string(),
  /** When it was started and when its result was stored, ms since 1970. */
  Created: z.int(),
  Completed: z.int(),
  Multiplier: z.number(),
  Channels: z.record(z.string(), channelDataSchema),
});
export type HistoryItem = z.infer<typeof historyItemSchema>;

export const historyAnswer = z.object({
  /** Newest first. */
  items: z.array(historyItemSchema),
  total: z.int(),
  /** Whether the person currently consents to storage; without consent no measurement is added. */
  storing: z.boolean(),
});
export const clearedAnswer = z.object({ deleted: z.int() });

/** A stored measurement in any state, with the intermediate results sent during it. */
export const keptMeasurementSchema = z.extend(historyItemSchema, {
  Status: z.enum(MEASUREMENT_STATUSES),
  /** Null for a measurement without a result. */
  Completed: z.nullable(z.int()),
  ProfileID: z.nullable(z.string()),
  /** The integrator's id of the person; '' for none. */
  PartnerID: z.string(),
  /** The results before the last one, oldest first. */
  Intermediate: z.array(
    z.object({ Created: z.int(), Channels: z.record(z.string(), channelDataSchema) }),
  ),
});
export type KeptMeasurement = z.infer<typeof keptMeasurementSchema>;

/** All stored data about a person, for export. */
export const personalDataSchema = z.object({
  exported: z.int(),
  account: userAccountSchema,
  profiles: z.array(
    z.object({
      ID: z.string(),
      Name: z.string(),
      Email: z.string(),
      Status: z.string(),
      Created: z.int(),
      Updated: z.int(),
    }),
  ),
  /** Every receipt, oldest first. */
  consents: z.array(consentAnswer),
  /** Newest first. */
  measurements: z.array(keptMeasurementSchema),
  /** Stored sessions; the browser and system of each until it ended. */
  sessions: z.array(
    z.object({
      Created: z.int(),
      LastUsed: z.int(),
      Type: z.string(),
      Browser: z.string(),
      System: z.string(),
    }),
  ),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

/** The password is required again to erase an account that has one. */
export const eraseAccountBody = z.object({
  password: z.optional(z.nullable(z.string().check(z.maxLength(512)))),
});
