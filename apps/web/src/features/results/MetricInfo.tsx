// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../app/i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './MetricCard.module.css';
import { METRICS, type Metric } from './metrics.ts';
import { aboutId, type MetricView } from './outcome-view.ts';

export interface MetricInfoProps {
  readonly view: MetricView;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What a value means and how it came about. */
export function MetricInfo({ view, isOpen, onClose }: MetricInfoProps): ReactNode {
  const { t, i18n } = useTranslation('results');
  const { id, channel } = view;
  const metric: Metric = METRICS[id];
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(`metric.${id}`)}
      actions={<Button onPress={onClose}>{t('info.ok')}</Button>}
    >
      <p>{t(`about.${aboutId(id, channel.value)}`)}</p>
      <p>{t(`kind.${channel.kind}.text`)}</p>
      <dl className={styles['details']}>
        {metric.scale !== undefined && (
          <>
            <dt>{t('info.ranges')}</dt>
            <dd>{t(`bandSource.${metric.scale.source}`)}</dd>
          </>
        )}
        {channel.source !== '' && (
          <>
            <dt>{t('info.method')}</dt>
            <dd>
              <code>{channel.source}</code>
            </dd>
          </>
        )}
        {channel.quality !== undefined && (
          <>
            <dt>{t('info.quality')}</dt>
            <dd>{formatNumber(channel.quality * 100, 0, i18n.language)} %</dd>
          </>
        )}
      </dl>
    </Dialog>
  );
}
