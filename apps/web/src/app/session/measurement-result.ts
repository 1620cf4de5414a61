// SPDX-License-Identifier: Apache-2.0
import { VALUE_KINDS } from '@perfuse/contract/results/channels';
import { evidenceSchema } from '@perfuse/contract/results/evidence';
import { z } from '@perfuse/contract/schema';

const channelOutcomeSchema = z.object({
  /** In `unit`; null when missing. */
  value: z.nullable(z.number()),
  unit: z.string(),
  kind: z.enum(VALUE_KINDS),
  source: z.string(),
  /** 0..1, where known. */
  quality: z.optional(z.number()),
  /** One standard deviation, in `unit`, where known. */
  uncertainty: z.optional(z.number()),
  /** Why the value is missing or weak: a stable id. */
  reason: z.optional(z.string()),
});

/** How a measurement ended, as the results screen and `window.perfuse` show it. */
export const measurementOutcomeSchema = z.object({
  /** Null when the service had not opened one yet. */
  measurementId: z.nullable(z.string()),
  /** `refused`: the signal did not carry a trustworthy pulse. `failed`: something broke; `error` says what. */
  status: z.enum(['measured', 'refused', 'failed']),
  /** A stable code, such as MEASUREMENT_TIMED_OUT; always there when failed. */
  error: z.optional(z.string()),
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
  /** What the numbers, or their absence, rest on; about 10 kB, where the service sends it. */
  evidence: z.optional(evidenceSchema),
  /** Measured from a video file instead of the camera. */
  fromRecording: z.optional(z.boolean()),
  /** Milliseconds since 1970. */
  finishedAt: z.number(),
});

export type MeasurementOutcome = z.infer<typeof measurementOutcomeSchema>;
export type ChannelOutcome = z.infer<typeof channelOutcomeSchema>;
