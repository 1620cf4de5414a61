// SPDX-License-Identifier: Apache-2.0
import { citationsOf } from '@perfuse/contract/results/sources';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { withoutBreakMarks } from '../../../i18n/without-break-marks.ts';
import { bandOf } from '../../../metrics/bands.ts';
import { hasBand, isEstimate, originOf } from '../../../metrics/origin.ts';
import {
  decimalsOfChannel,
  formatUncertainty,
  formatValue,
} from '../../../metrics/metric-format.ts';
import { METRICS } from '../../../metrics/metrics.ts';
import type { MeasurementOutcome } from '../../../session/measurement-result.ts';
import { metricOf } from '../info/use-quantity.ts';
import { useReasonText } from '../model/use-reason-text.ts';
import { useMetricText } from '../model/use-metric-text.ts';
import type { ExportedValue } from './exported-values.ts';

/** The texts of the files, in the person's language. */
export interface ExportTexts {
  readonly language: string;
  readonly notice: string;
  readonly name: (value: ExportedValue) => string;
  /** Unit as written; '' for none. */
  readonly unit: (value: ExportedValue) => string;
  readonly kind: (value: ExportedValue) => string;
  /** States that a value was not measured, for readers who see it alone; '' for others. */
  readonly estimate: (value: ExportedValue) => string;
  /** Why a value is missing or weak; '' when there is nothing to say. */
  readonly reason: (value: ExportedValue) => string;
  /** The band in words; '' without a value or bands, and for an expected value. */
  readonly band: (value: ExportedValue) => string;
  /** Number with unit as on the screen. */
  readonly shown: (value: ExportedValue) => string;
  /** `± 1.4`; '' when unknown. */
  readonly uncertainty: (value: ExportedValue) => string;
  /** The range that a varying value moved through; '' for others. */
  readonly moved: (value: ExportedValue) => string;
}

/** Method of a value as citations, for files that outlive the app. */
export function methodText(source: string): string {
  return citationsOf(source)
    .map(({ authors, year, title, url }) => `${authors} (${String(year)}): ${title}. ${url}`.trim())
    .join('; ');
}

/** @param outcome that is exported. */
export function useExportTexts({
  analysedOn,
  isSample,
}: Pick<MeasurementOutcome, 'analysedOn' | 'isSample'>): ExportTexts {
  const { t, i18n } = useTranslation(['export', 'results']);
  const metricText = useMetricText();
  const reasonText = useReasonText();
  const language = i18n.language;
  const unitOf = (value: ExportedValue): string => t(`results:unit.${metricOf(value.code).unit}`);
  return {
    language,
    notice:
      isSample === true
        ? t('noticeSample', { notice: t('notice') })
        : analysedOn === 'device'
          ? t('noticeOnDevice', { notice: t('notice') })
          : t('notice'),
    name: ({ id }) => (id === null ? t('snr') : withoutBreakMarks(t(`results:metric.${id}`))),
    unit: unitOf,
    kind: ({ code, channel }) =>
      withoutBreakMarks(t(`results:kind.${originOf(code, channel)}.name`)),
    estimate: ({ code, channel }) => {
      if (channel.value === null) return '';
      if (originOf(code, channel) === 'entered') return t('entered');
      return isEstimate(code, channel) ? t('estimate') : '';
    },
    reason: ({ channel }) =>
      channel.reason === undefined && channel.value !== null ? '' : reasonText(channel),
    band: ({ id, code, channel }) => {
      const scale = id === null ? undefined : metricOf(METRICS[id].channel).scale;
      if (scale === undefined || channel.value === null || !hasBand(code, channel)) return '';
      return t(`results:band.${bandOf(scale, channel.value).word}`);
    },
    shown: (value) => {
      const metric = metricOf(value.code);
      const { value: amount } = value.channel;
      if (amount === null) return formatValue(metric, null, language);
      return metricText(
        metric,
        amount,
        decimalsOfChannel(metric, { ...value.channel, value: amount }),
      );
    },
    uncertainty: ({ code, channel }) =>
      channel.value === null || channel.uncertainty === undefined
        ? ''
        : t('results:uncertainty', {
            amount: formatUncertainty(metricOf(code), channel.uncertainty, language),
          }),
    moved: ({ channel: { value, range } }) =>
      value === null || range === undefined
        ? ''
        : t('results:moved', {
            low: formatNumber(range.low, 0, language),
            high: formatNumber(range.high, 0, language),
          }),
  };
}
