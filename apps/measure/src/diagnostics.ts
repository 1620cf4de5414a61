// SPDX-License-Identifier: Apache-2.0
/** What the app tells about itself in `window.perfuse`. */
import { VALUE_KINDS } from '@perfuse/contract/results/channels';
import { z } from '@perfuse/contract/schema';

const channelSchema = z.object({
  value: z.nullable(z.number()),
  unit: z.string(),
  kind: z.enum(VALUE_KINDS),
  source: z.string(),
  quality: z.optional(z.number()),
  uncertainty: z.optional(z.number()),
  reason: z.optional(z.string()),
});
export type ChannelOutcome = z.infer<typeof channelSchema>;

const measurementSchema = z.object({
  measurementId: z.nullable(z.string()),
  status: z.enum(['measured', 'refused', 'failed']),
  error: z.optional(z.string()),
  /** dB */
  snr: z.nullable(z.number()),
  stars: z.number(),
  frames: z.object({ seen: z.number(), dropped: z.number(), rate: z.number() }),
  channels: z.record(z.string(), channelSchema),
});
export type MeasurementOutcome = z.infer<typeof measurementSchema>;

export const diagnosticsSchema = z.object({
  edition: z.string(),
  version: z.string(),
  lastMeasurement: z.nullable(measurementSchema),
});
