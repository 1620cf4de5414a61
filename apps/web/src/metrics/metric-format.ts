// SPDX-License-Identifier: Apache-2.0
import type { ChannelValue } from '@perfuse/contract/results/channels';
import { formatNumber, MISSING_MARK } from '../i18n/format.ts';
import { numberLocale } from '../i18n/language.ts';
import { QUIRKS, quirkValue } from '../config/quirks.ts';
import { bandIndex } from './bands.ts';
import type { Metric } from './metrics.ts';
import { hasBand } from './origin.ts';

/** Results are rounded to four decimals. */
const MAX_DECIMALS = 4;

/** The number that a reader sees when a value is written with so many decimals. */
const asWritten = (value: number, decimals: number): number =>
  Number(
    new Intl.NumberFormat('en', { maximumFractionDigits: decimals, useGrouping: false }).format(
      value,
    ),
  );

/**
 * Decimals that a result is written with: those of its metric, and more where rounding would carry the number over the
 * edge of its band, or down to zero. A body mass index of 24.96 is in the best range, 25 is not; a risk of 0.2 % is
 * small, not zero.
 */
export function decimalsFor({ decimals, scale }: Metric, value: number): number {
  if (scale === undefined || !quirkValue(QUIRKS.decimalsBesideEdges)) return decimals;
  const band = bandIndex(scale, value);
  let enough: number = decimals;
  const misleads = (written: number): boolean =>
    bandIndex(scale, written) !== band || (written === 0 && value !== 0);
  while (enough < MAX_DECIMALS && misleads(asWritten(value, enough))) enough += 1;
  return enough;
}

/** The same for the value of a channel: more decimals keep it in its band; a value without a band is not that precise. */
export const decimalsOfChannel = (
  metric: Metric,
  channel: Pick<ChannelValue, 'kind' | 'source' | 'reason'> & { readonly value: number },
): number =>
  hasBand(metric.channel, channel) ? decimalsFor(metric, channel.value) : metric.decimals;

/** Formats a result without its unit: `?` when missing (specification, section 3). */
export function formatValue(metric: Metric, value: number | null, language: string): string {
  return value === null ? MISSING_MARK : formatNumber(value, decimalsFor(metric, value), language);
}

/** Formats a percentage with its sign, as the language places it. */
export function formatPercent(value: number, decimals: number, language: string): string {
  return new Intl.NumberFormat(numberLocale(language), {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
}

/**
 * The fewest decimals, at least `fewest`, that do not round a spread to zero: with them the ends of its range differ,
 * too.
 */
export function decimalsForSpread(amount: number, fewest: number): number {
  let enough = fewest;
  while (enough < MAX_DECIMALS && amount !== 0 && asWritten(amount, enough) === 0) enough += 1;
  return enough;
}

/** Decimals of one standard deviation: at least one while it is below ten, none from ten on. */
export const decimalsForUncertainty = ({ decimals }: Metric, amount: number): number =>
  amount >= 10 ? 0 : decimalsForSpread(amount, Math.max(1, decimals));

/** Raises a spread to the smallest that can be written. */
export const writableSpread = (amount: number): number =>
  amount === 0 ? 0 : Math.max(amount, 10 ** -MAX_DECIMALS);

/** Formats one standard deviation without its unit. */
export function formatUncertainty(metric: Metric, amount: number, language: string): string {
  const written = writableSpread(amount);
  return formatNumber(written, decimalsForUncertainty(metric, written), language);
}

/** The fewest decimals that show an edge between bands exactly. */
export const decimalsOf = (edge: number): number => (String(edge).split('.')[1] ?? '').length;

/** Formats an edge between bands with the fewest decimals that show it exactly. */
export function formatEdge(edge: number, language: string): string {
  return formatNumber(edge, decimalsOf(edge), language);
}
