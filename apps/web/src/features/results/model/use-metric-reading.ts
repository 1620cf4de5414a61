// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { BandColour } from '@perfuse/ui/gauge/band-colour.ts';
import { bandIndex, bandOf, type BandScale } from '../../../metrics/bands.ts';
import { hasBand, isRated, originOf, type ValueOrigin } from '../../../metrics/origin.ts';
import { formatNumber, MISSING_MARK } from '../../../i18n/format.ts';
import {
  decimalsOfChannel,
  decimalsForSpread,
  formatPercent,
  formatUncertainty,
  writableSpread,
} from '../../../metrics/metric-format.ts';
import { METRICS, type Metric } from '../../../metrics/metrics.ts';
import type { MetricView } from './outcome-view.ts';
import { useMetricText } from './use-metric-text.ts';
import { useReasonText } from './use-reason-text.ts';

/** The position of a value on its scale. */
export interface ScalePlacement {
  readonly scale: BandScale;
  readonly value: number;
  readonly uncertainty: number | undefined;
  readonly index: number;
  readonly colour: BandColour;
  /** The band in words. */
  readonly word: string;
}

/** The range expected for a profile; the value is not judged. */
export interface Expectation {
  readonly value: number;
  readonly uncertainty: number | undefined;
  /** The values between which it is drawn. */
  readonly drawn: readonly [number, number];
  /** The range of two in three people, in words; null when unknown. */
  readonly spread: string | null;
}

/** One metric in the person's language, ready for layout. */
export interface MetricReading {
  readonly name: string;
  /** `?` when missing; includes its percent sign, which belongs to the number. */
  readonly number: string;
  /** Null when there is no value or it has no unit. */
  readonly unit: string | null;
  /** `± 1.4`; null when unknown. */
  readonly uncertainty: string | null;
  /** The range that a varying value moved through; null for others. */
  readonly moved: string | null;
  readonly origin: ValueOrigin;
  /** How the number was obtained, in a word. */
  readonly kind: string;
  /** Why the value is missing or weak. */
  readonly reason: string | null;
  /** Undefined also where its bands do not apply to this person. */
  readonly scale: BandScale | undefined;
  /** Null without a value or a scale, and for a value that is only expected. */
  readonly placed: ScalePlacement | null;
  /** For a value that is only expected. */
  readonly expected: Expectation | null;
}

export function useMetricReading({ id, channel }: MetricView): MetricReading {
  const { t, i18n } = useTranslation('results');
  const metric: Metric = METRICS[id];
  const metricText = useMetricText();
  const reasonText = useReasonText();
  const unitOf = (count: number): string =>
    metric.unit === 'beats' ? t('beats', { count }) : t(`unit.${metric.unit}`);
  const { value, uncertainty, range } = channel;
  const isPercent = metric.unit === 'percent';
  const unit = value === null || isPercent ? '' : unitOf(value);
  const scale = isRated(channel) ? metric.scale : undefined;
  const origin = originOf(metric.channel, channel);
  const kind = t(`kind.${origin}.name`);
  const isPlaced = hasBand(metric.channel, channel);
  const decimals = value === null ? 0 : decimalsOfChannel(metric, { ...channel, value });
  const format = isPercent ? formatPercent : formatNumber;
  const number = value === null ? MISSING_MARK : format(value, decimals, i18n.language);

  const spreadText = (at: number, spread: number): string => {
    const precision = decimalsForSpread(spread, metric.decimals);
    return t('expected.spread', {
      low: metricText(metric, Math.max(0, at - spread), precision),
      high: metricText(metric, at + spread, precision),
    });
  };
  const expect = (at: number, { drawn }: BandScale): Expectation => ({
    value: at,
    uncertainty,
    drawn,
    spread: uncertainty === undefined ? null : spreadText(at, writableSpread(uncertainty)),
  });
  const place = (at: number, on: BandScale): ScalePlacement => {
    const { colour, word } = bandOf(on, at);
    return {
      scale: on,
      value: at,
      uncertainty,
      index: bandIndex(on, at),
      colour,
      word: t(`band.${word}`),
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
    moved:
      value === null || range === undefined
        ? null
        : t('moved', {
            low: formatNumber(range.low, 0, i18n.language),
            high: formatNumber(range.high, 0, i18n.language),
          }),
    origin,
    kind,
    reason: channel.reason === undefined && value !== null ? null : reasonText(channel),
    scale,
    placed: value === null || scale === undefined || !isPlaced ? null : place(value, scale),
    expected: value === null || scale === undefined || isPlaced ? null : expect(value, scale),
  };
}
