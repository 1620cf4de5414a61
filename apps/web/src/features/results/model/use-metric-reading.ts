// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { BandColour } from '@perfuse/ui/gauge/band-colour.ts';
import { bandIndex, bandOf, type BandScale } from '../../../metrics/bands.ts';
import {
  decimalsFor,
  formatPercent,
  formatUncertainty,
  formatValue,
} from '../../../metrics/metric-format.ts';
import { METRICS, type Metric } from '../../../metrics/metrics.ts';
import type { MetricView } from './outcome-view.ts';
import { useMetricText } from './use-metric-text.ts';
import { useReasonText } from './use-reason-text.ts';

/** Where a value lies on its scale. */
export interface ScalePlacement {
  readonly scale: BandScale;
  readonly value: number;
  readonly uncertainty: number | undefined;
  readonly index: number;
  readonly colour: BandColour;
  /** The band in words. */
  readonly word: string;
  /** What a meter says: the value with its unit and the band. */
  readonly text: string;
}

/** One metric in the person's language, ready to be laid out. */
export interface MetricReading {
  readonly name: string;
  /** `?` when missing; with its percent sign, which belongs to the number. */
  readonly number: string;
  /** Null when there is no value or it has no unit. */
  readonly unit: string | null;
  /** `± 1.4`; null when unknown. */
  readonly uncertainty: string | null;
  /** How the number came about, in a word. */
  readonly kind: string;
  /** Why the value is missing or weak. */
  readonly reason: string | null;
  readonly scale: BandScale | undefined;
  /** Null without a value or a scale. */
  readonly placed: ScalePlacement | null;
}

export function useMetricReading({ id, channel }: MetricView): MetricReading {
  const { t, i18n } = useTranslation('results');
  const metric: Metric = METRICS[id];
  const metricText = useMetricText();
  const reasonText = useReasonText();
  const unitOf = (count: number): string =>
    metric.unit === 'beats' ? t('beats', { count }) : t(`unit.${metric.unit}`);
  const { value, uncertainty } = channel;
  const isPercent = metric.unit === 'percent';
  const number =
    value !== null && isPercent
      ? formatPercent(value, decimalsFor(metric, value), i18n.language)
      : formatValue(metric, value, i18n.language);
  const unit = value === null || isPercent ? '' : unitOf(value);
  const { scale } = metric;

  const place = (at: number, on: BandScale): ScalePlacement => {
    const { colour, word } = bandOf(on, at);
    const said = t(`band.${word}`);
    const index = bandIndex(on, at);
    return {
      scale: on,
      value: at,
      uncertainty,
      index,
      colour,
      word: said,
      text: t('placed', { quantity: metricText(metric, at), band: said }),
    };
  };

  return {
    name: t(`metric.${id}`),
    number,
    unit: unit === '' ? null : unit,
    uncertainty:
      value === null || uncertainty === undefined
        ? null
        : t('uncertainty', { amount: formatUncertainty(metric, uncertainty, i18n.language) }),
    kind: t(`kind.${channel.kind}.name`),
    reason: channel.reason === undefined && value !== null ? null : reasonText(channel),
    scale,
    placed: value === null || scale === undefined ? null : place(value, scale),
  };
}
