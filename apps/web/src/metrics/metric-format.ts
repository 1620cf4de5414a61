// SPDX-License-Identifier: Apache-2.0
import { formatNumber, MISSING_MARK } from '../i18n/format.ts';
import { numberLocale } from '../i18n/language.ts';
import type { Metric } from './metrics.ts';

/** A result as it is written, without its unit: `?` when missing (specification, section 3). */
export function formatValue(metric: Metric, value: number | null, language: string): string {
  return value === null ? MISSING_MARK : formatNumber(value, metric.decimals, language);
}

/** A percentage with its sign, which each language sets in its own way. */
export function formatPercent(value: number, decimals: number, language: string): string {
  return new Intl.NumberFormat(numberLocale(language), {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
}

/** One standard deviation: a decimal more than an integer has while it is small, none from ten on. */
export function formatUncertainty(metric: Metric, amount: number, language: string): string {
  const decimals = amount >= 10 ? 0 : Math.max(1, metric.decimals);
  return formatNumber(amount, decimals, language);
}

/** As few decimals as show an edge between bands as it is. */
export const decimalsOf = (edge: number): number => (String(edge).split('.')[1] ?? '').length;

/** An edge between bands with as few decimals as show it as it is. */
export function formatEdge(edge: number, language: string): string {
  return formatNumber(edge, decimalsOf(edge), language);
}
