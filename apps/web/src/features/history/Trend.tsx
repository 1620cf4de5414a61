// SPDX-License-Identifier: Apache-2.0
import { memo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Disclosure } from '@perfuse/ui/layout/Disclosure.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { formatMoment } from '../../i18n/moment-locale.ts';
import { withoutBreakMarks } from '../../i18n/without-break-marks.ts';
import { formatUncertainty } from '../../metrics/metric-format.ts';
import { METRICS, type MetricId } from '../../metrics/metrics.ts';
import styles from './History.module.css';
import { TrendChart } from './TrendChart.tsx';
import { metricsWithValues, trendOf, type PastMeasurement } from './history-view.ts';

export interface TrendProps {
  /** The loaded ones: the newest. */
  readonly past: readonly PastMeasurement[];
  /** Those to choose from. */
  readonly metrics: readonly MetricId[];
  /** Number of all measurements. */
  readonly total: number;
}

/** The trend of one metric: a chart, and the same data as a table. */
export const Trend = memo(function Trend({ past, metrics: shown, total }: TrendProps): ReactNode {
  const { t, i18n } = useTranslation(['history', 'results']);
  const metrics = metricsWithValues(past, shown);
  const [chosen, setChosen] = useState<MetricId>('heartRate');
  const [isTable, setTable] = useState(false);
  const id = metrics.includes(chosen) ? chosen : metrics[0];
  if (id === undefined) return null;
  const points = trendOf(past, id);
  // Stated next to the chart: a line of expected values looks like one of measurements.
  const origins = [...new Set(points.map(({ origin }) => t(`results:kind.${origin}.name`)))];
  const name = t(`results:metric.${id}`);
  const metric = METRICS[id];
  const unit = t(`results:unit.${metric.unit}`);
  const hasBand = points.some(({ uncertainty }) => uncertainty !== null);
  return (
    <Card title={t('trend.title')}>
      <div className={styles['chooser']}>
        <SelectField
          label={t('trend.metric')}
          value={id}
          onChange={setChosen}
          options={metrics.map((one) => ({
            value: one,
            label: withoutBreakMarks(t(`results:metric.${one}`)),
          }))}
        />
      </div>
      {past.length < total && (
        <p className={styles['quiet']}>{t('trend.newest', { shown: past.length, total })}</p>
      )}
      {points.length < 2 ? (
        <p className={styles['quiet']}>{t('trend.tooFew')}</p>
      ) : (
        <>
          <TrendChart
            unit={unit}
            points={points}
            label={t('trend.chart', { name: withoutBreakMarks(name), count: points.length })}
          />
          <p>{origins.join(' · ')}</p>
          {hasBand && <p className={styles['quiet']}>{t('trend.band')}</p>}
        </>
      )}
      <Disclosure
        title={t('trend.table')}
        level={3}
        isExpanded={isTable}
        onExpandedChange={setTable}
      >
        {isTable && (
          <div
            className={styles['scroll']}
            tabIndex={0}
            role="region"
            aria-label={t('trend.table')}
          >
            <table className={styles['table']}>
              <caption className={styles['quiet']}>{name}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('trend.when')}</th>
                  <th scope="col">{unit || t('trend.value')}</th>
                  <th scope="col">{t('trend.uncertainty')}</th>
                  <th scope="col">{t('trend.origin')}</th>
                </tr>
              </thead>
              <tbody>
                {points.map(({ at, value, decimals, uncertainty, origin }) => (
                  <tr key={at}>
                    <th scope="row">{formatMoment(at)}</th>
                    <td>{formatNumber(value, decimals, i18n.language)}</td>
                    <td>
                      {uncertainty === null
                        ? t('trend.unknown')
                        : formatUncertainty(metric, uncertainty, i18n.language)}
                    </td>
                    <td>{t(`results:kind.${origin}.name`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Disclosure>
    </Card>
  );
});
