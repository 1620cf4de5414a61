// SPDX-License-Identifier: Apache-2.0
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { formatMoment } from '../../i18n/moment-locale.ts';
import { formatValue } from '../../metrics/metric-format.ts';
import { METRICS, type MetricId } from '../../metrics/metrics.ts';
import styles from './History.module.css';
import type { PastMeasurement } from './history-view.ts';

/** The metrics in a line of the list: measured, not estimated ones. */
const SHOWN = [
  'heartRate',
  'breathing',
  'heartRateVariability',
  'stressIndex',
] as const satisfies readonly MetricId[];

export interface MeasurementListProps {
  readonly past: readonly PastMeasurement[];
  /** Those that are shown at all; must be stable, or all items are re-rendered. */
  readonly metrics: readonly MetricId[];
  readonly onDelete: (measurement: PastMeasurement) => void;
}

interface PastItemProps {
  readonly measurement: PastMeasurement;
  readonly metrics: MeasurementListProps['metrics'];
  readonly onDelete: MeasurementListProps['onDelete'];
}

/** Memoised: of thousands of items, the existing ones are not re-rendered when more are loaded. */
const PastItem = memo(function PastItem({
  measurement,
  metrics,
  onDelete,
}: PastItemProps): ReactNode {
  const { t, i18n } = useTranslation(['history', 'results']);
  const when = formatMoment(measurement.at);
  return (
    <li className={styles['item']}>
      <h3 className={styles['when']}>{when}</h3>
      <dl className={styles['values']}>
        {SHOWN.filter((id) => metrics.includes(id)).map((id) => {
          const channel = measurement.values[id];
          const number = formatValue(METRICS[id], channel?.value ?? null, i18n.language);
          return (
            <div key={id}>
              <dt>{t(`results:metric.${id}`)}</dt>
              <dd>
                {number}{' '}
                {channel !== undefined && (
                  <span className={styles['unit']}>{t(`results:unit.${METRICS[id].unit}`)}</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <Button
        variant="quiet"
        className={styles['delete'] ?? ''}
        aria-label={t('delete.of', { when })}
        onPress={() => onDelete(measurement)}
      >
        {t('delete.one')}
      </Button>
    </li>
  );
});

/** Past measurements, newest first. @param onDelete must be stable, or all items are re-rendered. */
export function MeasurementList({ past, metrics, onDelete }: MeasurementListProps): ReactNode {
  return (
    <ul role="list" className={styles['list']}>
      {past.map((measurement) => (
        <PastItem
          key={measurement.id}
          measurement={measurement}
          metrics={metrics}
          onDelete={onDelete}
        />
      ))}
    </ul>
  );
}
