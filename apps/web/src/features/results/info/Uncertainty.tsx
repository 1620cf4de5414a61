// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import { sourceIdsOf } from '@perfuse/contract/results/sources';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelOutcome } from '../../../session/measurement-result.ts';
import { writableSpread } from '../../../metrics/metric-format.ts';
import { isEstimate } from '../../../metrics/origin.ts';
import styles from './MetricInfo.module.css';
import { useQuantity } from './use-quantity.ts';

export interface UncertaintyProps {
  readonly code: ChannelCode;
  readonly value: ChannelOutcome;
}

/** A risk or a count cannot be below zero. */
const atLeastZero = (code: ChannelCode, low: number): number =>
  code === 'SNR' ? low : Math.max(0, low);

/** The uncertainty of a value, in words. */
export function Uncertainty({ code, value: channel }: UncertaintyProps): ReactNode {
  const { t, i18n } = useTranslation('metric-info');
  const { within } = useQuantity(code);
  const { value, uncertainty, quality, source } = channel;
  if (value === null) return null;
  // Two methods of one paper have the same limits, which are stated once.
  const limits = [...new Set(sourceIdsOf(source).map((id) => t(`source.${id}.error`)))];
  const spread = uncertainty === undefined ? null : writableSpread(uncertainty);
  const range =
    spread === null
      ? null
      : {
          low: within(atLeastZero(code, value - spread), spread),
          high: within(value + spread, spread),
        };
  return (
    <>
      {range !== null && (
        <p>{isEstimate(code, channel) ? t('sure.person', range) : t('sure.within', range)}</p>
      )}
      {range === null && limits.length === 0 && <p>{t('sure.unknown')}</p>}
      {quality !== undefined && (
        <p>
          {t('sure.quality', {
            percent: new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(quality),
          })}
        </p>
      )}
      {limits.length > 0 && (
        <ul className={styles['list']}>
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      )}
    </>
  );
}
