// SPDX-License-Identifier: Apache-2.0
import type { HistoryItem } from '@perfuse/contract/account/history';
import { decodeChannels } from '@perfuse/contract/results/message';
import type { ChannelValue } from '@perfuse/contract/results/channels';
import { isSignalValid } from '@perfuse/contract/results/signal';
import { hasSignal, type MeasurementOutcome } from '../../session/measurement-result.ts';
import { decimalsOfChannel } from '../../metrics/metric-format.ts';
import { METRICS, type MetricId } from '../../metrics/metrics.ts';
import { originOf, type ValueOrigin } from '../../metrics/origin.ts';

/** One past measurement with its values decoded. */
export interface PastMeasurement {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Only those with a value; none where the signal was refused. */
  readonly values: Readonly<Partial<Record<MetricId, ChannelValue & { readonly value: number }>>>;
}

const METRIC_IDS = Object.keys(METRICS) as readonly MetricId[]; // the keys of our own table

type PastValues = PastMeasurement['values'];
type AnyChannels = Readonly<Record<string, ChannelValue | undefined>>;

function valuesOf(channels: AnyChannels, isValid: boolean): PastValues {
  const values: { -readonly [Id in keyof PastValues]: PastValues[Id] } = {};
  if (!isValid) return values;
  for (const id of METRIC_IDS) {
    const channel = channels[METRICS[id].channel];
    if (typeof channel?.value === 'number') values[id] = { ...channel, value: channel.value };
  }
  return values;
}

/** Decodes a measurement of the service. */
export function pastMeasurement(item: HistoryItem): PastMeasurement {
  const channels = decodeChannels(item);
  const isValid = isSignalValid(channels.SNR?.value ?? null);
  return { id: item.ID, at: item.Completed, values: valuesOf(channels, isValid) };
}

/** Decodes a measurement stored in this browser. */
export const pastOutcome = (id: string, outcome: MeasurementOutcome): PastMeasurement => ({
  id,
  at: outcome.finishedAt,
  values: valuesOf(outcome.channels, hasSignal(outcome)),
});

/** A value over time. */
export interface TrendPoint {
  readonly at: number;
  readonly value: number;
  /** Those that it is written with. */
  readonly decimals: number;
  /** One standard deviation, where known. */
  readonly uncertainty: number | null;
  readonly origin: ValueOrigin;
}

/** The values of one metric, oldest first. */
export const trendOf = (past: readonly PastMeasurement[], id: MetricId): readonly TrendPoint[] =>
  past
    .flatMap(({ at, values }) => {
      const channel = values[id];
      return channel === undefined
        ? []
        : [
            {
              at,
              value: channel.value,
              decimals: decimalsOfChannel(METRICS[id], channel),
              uncertainty: channel.uncertainty ?? null,
              origin: originOf(METRICS[id].channel, channel),
            },
          ];
    })
    .sort((a, b) => a.at - b.at);

/** Those of the metrics that have at least one value. */
export const metricsWithValues = (
  past: readonly PastMeasurement[],
  metrics: readonly MetricId[],
): readonly MetricId[] =>
  metrics.filter((id) => past.some(({ values }) => values[id] !== undefined));
