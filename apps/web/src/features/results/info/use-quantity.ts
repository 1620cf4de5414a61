// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import { useTranslation } from 'react-i18next';
import type { BandScale } from '../bands.ts';
import { METRICS, type Metric } from '../metrics.ts';

const ALL: readonly Metric[] = Object.values(METRICS);
/** The signal's own channel is shown as a badge, not as a metric. */
const SIGNAL: Metric = { channel: 'SNR', unit: 'dB', decimals: 1 };

/** How a channel is written. */
export function metricOf(code: ChannelCode): Metric {
  return ALL.find(({ channel }) => channel === code) ?? SIGNAL;
}

export interface Quantity {
  /** The number with its unit, in the person's language. */
  readonly text: (value: number) => string;
  /** The same as precise as a doubt of some size allows: an end of its range. */
  readonly within: (value: number, doubt: number) => string;
  /** An edge between ranges, as precise as it is. */
  readonly edge: (value: number) => string;
  readonly scale: BandScale | undefined;
}

/** Writes amounts of a channel. */
export function useQuantity(code: ChannelCode): Quantity {
  const { t, i18n } = useTranslation('results');
  const metric = metricOf(code);
  const withUnit = (amount: string): string => {
    // A percentage carries its sign already.
    const unit = metric.unit === 'percent' ? '' : t(`unit.${metric.unit}`);
    return unit === '' ? amount : `${amount} ${unit}`;
  };
  const number = (value: number, decimals: number): string =>
    new Intl.NumberFormat(i18n.language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      ...(metric.unit === 'percent' ? { style: 'unit', unit: 'percent' } : {}),
    }).format(value);
  const decimalsOf = (value: number): number => (String(value).split('.')[1] ?? '').length;
  return {
    text: (value) => withUnit(number(value, metric.decimals)),
    within: (value, doubt) =>
      withUnit(number(value, doubt >= 10 ? 0 : Math.max(1, metric.decimals))),
    edge: (value) => number(value, decimalsOf(value)),
    scale: metric.scale,
  };
}
