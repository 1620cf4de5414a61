// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import type { BandScale } from '../../../metrics/bands.ts';
import {
  decimalsForUncertainty,
  decimalsOf,
  formatPercent,
} from '../../../metrics/metric-format.ts';
import { METRICS, type Metric } from '../../../metrics/metrics.ts';
import { useMetricText } from '../model/use-metric-text.ts';

const ALL: readonly Metric[] = Object.values(METRICS);
/** The signal's own channel is shown as a badge, not as a metric. */
const SIGNAL: Metric = { channel: 'SNR', unit: 'dB', decimals: 1 };

/** The metric whose format a channel has. */
export function metricOf(code: ChannelCode): Metric {
  return ALL.find(({ channel }) => channel === code) ?? SIGNAL;
}

export interface Quantity {
  /** The number with its unit, in the person's language and with the precision that an uncertainty allows. */
  readonly within: (value: number, doubt: number) => string;
  /** An edge between ranges, with its own precision. */
  readonly edge: (value: number) => string;
  readonly scale: BandScale | undefined;
}

/** Formats amounts of a channel. */
export function useQuantity(code: ChannelCode): Quantity {
  const { i18n } = useTranslation('results');
  const metricText = useMetricText();
  const metric = metricOf(code);
  return {
    within: (value, doubt) => metricText(metric, value, decimalsForUncertainty(metric, doubt)),
    edge: (value) =>
      metric.unit === 'percent'
        ? formatPercent(value, decimalsOf(value), i18n.language)
        : formatNumber(value, decimalsOf(value), i18n.language),
    scale: metric.scale,
  };
}
