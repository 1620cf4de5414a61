// SPDX-License-Identifier: Apache-2.0
/** How a measurement ended, as the app tells it on its results screen and to scripts in `window.perfuse`. */
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
  /** Lowest and highest that a value which moved went through, in `unit`. */
  range: z.optional(z.object({ low: z.number(), high: z.number() })),
  /** Why the value is missing or weak: a stable id. */
  reason: z.optional(z.string()),
  /** With `answers-missing`: which answers of the profile. */
  lacks: z.optional(z.readonly(z.array(z.string()))),
  /** The region of the world whose risk charts were used, by its published name. */
  region: z.optional(z.string()),
  /** The country that the region was chosen by, ISO 3166-1 alpha-2. */
  country: z.optional(z.string()),
});
export type ChannelOutcome = z.infer<typeof channelOutcomeSchema>;

/** Begins the ids of measurements of a computer-generated face, which are results of nobody. */
export const SAMPLE_ID_PREFIX = 'sample-';

export const reportedOutcomeSchema = z.object({
  /** Null when the service had not opened one yet. */
  measurementId: z.nullable(z.string()),
  /** `refused`: the signal did not carry a trustworthy pulse. `failed`: something broke; `error` says what. */
  status: z.enum(['measured', 'refused', 'failed']),
  /** A stable code, such as MEASUREMENT_TIMED_OUT; always there when failed. */
  error: z.optional(z.string()),
  /** Computed in the browser, with nothing sent; absent where the service did. */
  analysedOn: z.optional(z.literal('device')),
  /** Of a computer-generated face, which is nobody's; absent of people. */
  isSample: z.optional(z.literal(true)),
  /** Signal-to-noise ratio, dB; null when none came. Negative: no valid signal. */
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
  /** The last one of this tab. */
  lastMeasurement: z.nullable(reportedOutcomeSchema),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
