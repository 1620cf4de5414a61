// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { MetricCard } from './MetricCard.tsx';
import styles from './ResultsScreen.module.css';
import type { MetricView, SectionView } from './outcome-view.ts';

const isLead = (metric: MetricView): boolean =>
  metric.id === 'heartRate' && metric.channel.value !== null;

/** The heart rate first and large, then every section that has something to show. */
export function ResultSections({
  sections,
}: {
  readonly sections: readonly SectionView[];
}): ReactNode {
  const { t } = useTranslation('results');
  const lead = sections.flatMap((section) => section.metrics).find(isLead);
  const rest = sections
    .map((section) => ({ ...section, metrics: section.metrics.filter((view) => view !== lead) }))
    .filter((section) => section.metrics.length > 0);
  return (
    <div className={styles['sections']}>
      {lead !== undefined && (
        <div className={styles['whole']}>
          <MetricCard view={lead} isLead />
        </div>
      )}
      {rest.map((section) => (
        <div key={section.id} className={styles['section']} data-cards={section.metrics.length}>
          <Disclosure title={t(`section.${section.id}`)} defaultExpanded>
            <div className={styles['grid']}>
              {section.metrics.map((view) => (
                <MetricCard key={view.id} view={view} />
              ))}
            </div>
          </Disclosure>
        </div>
      ))}
    </div>
  );
}
