// SPDX-License-Identifier: Apache-2.0
/** The end of a measurement, as shown on the results screen and available to scripts in `window.perfuse`. */
import { z } from '../schema.ts';
import { VALUE_KINDS } from './channels.ts';

export const channelOutcomeSchema = z.object({
  /** In `unit`; null when missing. */
  value: z.nullable(z.number()),
  unit: z.string(),
  kind: z.enum(VALUE_KINDS),
  source: z.string(),
  /** 0..1, where known. */
  quality: z.optional(z.number()),
  /** One standard deviation, in `unit`, where known. */
  uncertainty: z.optional(z.number()),
  /** Lowest and highest value during the measurement, for a value that changed, in `unit`. */
  range: z.optional(z.object({ low: z.number(), high: z.number() })),
  /** Why the value is missing or weak: a stable id. */
  reason: z.optional(z.string()),
  /** With `answers-missing`: the missing answers of the profile. */
  lacks: z.optional(z.readonly(z.array(z.string()))),
  /** The region of the world whose risk charts were used, by its published name. */
  region: z.optional(z.string()),
  /** The country that selected the region, ISO 3166-1 alpha-2. */
  country: z.optional(z.string()),
});
export type ChannelOutcome = z.infer<typeof channelOutcomeSchema>;

/** Prefix of the ids of measurements of a computer-generated face, which belong to no person. */
export const SAMPLE_ID_PREFIX = 'sample-';

export const reportedOutcomeSchema = z.object({
  /** Null when the service had not created one yet. */
  measurementId: z.nullable(z.string()),
  /** `refused`: the signal did not carry a trustworthy pulse. `failed`: something broke; `error` says what. */
  status: z.enum(['measured', 'refused', 'failed']),
  /** A stable code, such as MEASUREMENT_TIMED_OUT; always present when failed. */
  error: z.optional(z.string()),
  /** Computed in the browser, with nothing sent; absent for the service. */
  analysedOn: z.optional(z.literal('device')),
  /** Of a computer-generated face; absent for people. */
  isSample: z.optional(z.literal(true)),
  /** Signal-to-noise ratio, dB; null when none was received. Negative: no valid signal. */
  snr: z.nullable(z.number()),
  /** 0..5. */
  stars: z.number(),
  frames: z.object({
    seen: z.number(),
    dropped: z.number(),
    /** Frames per second that reached the extractor. */
    rate: z.number(),
  }),
  /** By channel code. */
  channels: z.record(z.string(), channelOutcomeSchema),
});
export type ReportedOutcome = z.infer<typeof reportedOutcomeSchema>;

/** `window.perfuse`. */
export const diagnosticsSchema = z.object({
  edition: z.string(),
  version: z.string(),
  /** The latest of this tab. */
  lastMeasurement: z.nullable(reportedOutcomeSchema),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
