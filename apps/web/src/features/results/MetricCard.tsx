// SPDX-License-Identifier: Apache-2.0
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, MISSING_MARK } from '../../app/i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { InfoIcon } from '../../ui/icons.tsx';
import styles from './MetricCard.module.css';
import { MetricInfo } from './MetricInfo.tsx';
import { MetricRange } from './MetricRange.tsx';
import { METRICS, type Metric } from './metrics.ts';
import type { MetricView } from './outcome-view.ts';
import { knownReason } from './reasons.ts';

export interface MetricCardProps {
  readonly view: MetricView;
  /** The first and largest one. */
  readonly isLead?: boolean;
}

/** One result: number, unit, where it lies, how sure it is and how it came about. */
export function MetricCard({ view, isLead = false }: MetricCardProps): ReactNode {
  const { t, i18n } = useTranslation(['results', 'reasons']);
  const nameId = useId();
  const [isOpen, setOpen] = useState(false);
  const { id, channel } = view;
  const metric: Metric = METRICS[id];
  // The first card stands by itself, the others below the heading of their section.
  const Heading = isLead ? 'h2' : 'h3';
  const { value, uncertainty } = channel;
  const number = (amount: number): string => formatNumber(amount, metric.decimals, i18n.language);

  return (
    <article
      className={classes(styles['card'], isLead && styles['lead'])}
      aria-labelledby={nameId}
      data-metric={id}
    >
      <header className={styles['header']}>
        <Heading id={nameId} className={styles['name']}>
          {t(`metric.${id}`)}
        </Heading>
        <Button
          variant="quiet"
          className={styles['info'] ?? ''}
          aria-label={t('info.about', { name: t(`metric.${id}`) })}
          onPress={() => setOpen(true)}
        >
          <InfoIcon />
        </Button>
      </header>
      <p className={styles['reading']}>
        <span className={styles['number']}>{value === null ? MISSING_MARK : number(value)}</span>
        {value !== null && <span className={styles['unit']}>{t(`unit.${metric.unit}`)}</span>}
      </p>
      {value !== null && metric.scale !== undefined && (
        <MetricRange
          scale={metric.scale}
          value={value}
          uncertainty={uncertainty}
          decimals={metric.decimals}
          labelledBy={nameId}
        />
      )}
      <p className={styles['facts']}>
        <span className={styles['kind']}>{t(`kind.${channel.kind}.name`)}</span>
        {value !== null && uncertainty !== undefined && (
          <span>
            {t('uncertainty', {
              amount: formatNumber(uncertainty, Math.max(1, metric.decimals), i18n.language),
            })}
          </span>
        )}
        {channel.reason !== undefined && (
          <span>{t(`reasons:reason.${knownReason(channel.reason)}`)}</span>
        )}
      </p>
      <MetricInfo view={view} isOpen={isOpen} onClose={() => setOpen(false)} />
    </article>
  );
}
