// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';
import {
  CHANNELS,
  isChannelCode,
  type ChannelCode,
  type ChannelValue,
  type ChannelValues,
} from './channels.ts';
import { decodeNotes, encodeNotes } from './notes.ts';

/** All our channels use one multiplier: precise enough for log10 workload, far within 32-bit integers. */
export const RESULT_MULTIPLIER = 10_000;
/** A missing value is decoded as this. */
export const MISSING = -1;

export const channelDataSchema = z.object({
  /** Source name of the signal. */
  Channel: z.string(),
  /** value x Multiplier, rounded. */
  Data: z.array(z.int()),
  Multiplier: z.optional(z.number().check(z.positive())),
  Notes: z.optional(z.array(z.string())),
});

export const resultErrorSchema = z.object({
  /** `OK`, or why this chunk has no result. */
  Code: z.string(),
  Message: z.optional(z.string()),
  Errors: z.optional(z.record(z.string(), z.object({ msgs: z.array(z.string()) }))),
});

/** One result as received over the websocket for each processed chunk (action 0510). */
export const resultMessageSchema = z.object({
  MeasurementID: z.string(),
  /** `measurementId:chunkIndex`. */
  MeasurementDataID: z.string(),
  MeasurementResultID: z.string(),
  StatusID: z.optional(z.string()),
  Multiplier: z.number().check(z.positive()),
  Channels: z.record(z.string(), channelDataSchema),
  Error: resultErrorSchema,
});
export type ResultMessage = z.infer<typeof resultMessageSchema>;
export type ChannelData = z.infer<typeof channelDataSchema>;

export function encodeChannel(code: ChannelCode, channel: ChannelValue): ChannelData {
  return {
    Channel: CHANNELS[code].name,
    Data: [Math.round((channel.value ?? MISSING) * RESULT_MULTIPLIER)],
    Multiplier: RESULT_MULTIPLIER,
    Notes: encodeNotes(channel),
  };
}

/** The first data point divided by the multiplier; -1 is missing (specification, section 3). */
export function decodeChannel(data: ChannelData, multiplier: number): ChannelValue {
  const first = data.Data[0];
  const value = first === undefined ? MISSING : first / (data.Multiplier ?? multiplier);
  return decodeNotes(value === MISSING ? null : value, data.Notes ?? []);
}

export function encodeChannels(values: ChannelValues): Record<string, ChannelData> {
  const channels: Record<string, ChannelData> = {};
  for (const [code, value] of Object.entries(values)) {
    if (isChannelCode(code)) channels[code] = encodeChannel(code, value);
  }
  return channels;
}

/** Keeps the channels that this version knows; a service may send more. */
export function decodeChannels(
  message: Pick<ResultMessage, 'Channels' | 'Multiplier'>,
): ChannelValues {
  const values: Partial<Record<ChannelCode, ChannelValue>> = {};
  for (const [code, data] of Object.entries(message.Channels)) {
    if (isChannelCode(code)) values[code] = decodeChannel(data, message.Multiplier);
  }
  return values;
}

/** Index of a result's chunk, from `measurementId:chunkIndex`; null without one. */
export function chunkIndexOf(measurementDataId: string): number | null {
  const match = /:(\d{1,4})$/.exec(measurementDataId);
  return match?.[1] === undefined ? null : Number(match[1]);
}
