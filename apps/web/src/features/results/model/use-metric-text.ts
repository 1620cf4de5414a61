// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { decimalsFor, formatPercent } from '../../../metrics/metric-format.ts';
import type { Metric } from '../../../metrics/metrics.ts';

/** Formats a number of a metric together with its unit, in the person's language. */
export type MetricText = (metric: Metric, value: number, decimals?: number) => string;

export function useMetricText(): MetricText {
  const { t, i18n } = useTranslation('results');
  return (metric, value, decimals = decimalsFor(metric, value)) => {
    const { unit } = metric;
    if (unit === 'percent') return formatPercent(value, decimals, i18n.language);
    const amount = formatNumber(value, decimals, i18n.language);
    // Each unit with its number is one text: languages differ in the gap between them and in the plural.
    return unit === 'none' ? amount : t(`quantity.${unit}`, { amount, count: value });
  };
}
