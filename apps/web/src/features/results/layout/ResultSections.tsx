// SPDX-License-Identifier: Apache-2.0
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '@perfuse/ui/layout/Disclosure.tsx';
import { staggeredPaint } from '@perfuse/ui/layout/staggered-paint.ts';
import { LeadCard } from '../metric/LeadCard.tsx';
import { MetricCard } from '../metric/MetricCard.tsx';
import styles from './ResultSections.module.css';
import type { MetricView, SectionView } from '../model/outcome-view.ts';

export interface ResultSectionsProps {
  readonly sections: readonly SectionView[];
  /** Whether ring and range bars are drawn. */
  readonly hasGauges: boolean;
}

/** Number of a section's cards that are rendered together with it; the others follow. */
const AT_ONCE = 3;

const hasValue = (metric: MetricView): boolean => metric.channel.value !== null;

/** Number of values of a section. One of one says nothing, and has no room next to a long title. */
function countOf(metrics: readonly MetricView[], t: TFunction<'results'>): string | undefined {
  const shown = metrics.filter(hasValue).length;
  const count = metrics.length;
  return shown === 1 && count === 1 ? undefined : t('valueCount', { shown, count });
}

/** Every section with its metrics, each collapsible; the heart rate is the largest. */
export function ResultSections({ sections, hasGauges }: ResultSectionsProps): ReactNode {
  const { t } = useTranslation('results');
  return (
    <div className={styles['sections']}>
      {sections.map(({ id, metrics }) => (
        <div
          key={id}
          ref={staggeredPaint}
          className={styles['section']}
          data-cards={metrics.length}
        >
          <Disclosure title={t(`section.${id}`)} aside={countOf(metrics, t)} defaultExpanded>
            <div className={styles['cards']}>
              {metrics.map((view, place) =>
                hasGauges && view.id === 'heartRate' ? (
                  <LeadCard key={view.id} view={view} />
                ) : (
                  <MetricCard
                    key={view.id}
                    {...(place < AT_ONCE ? {} : { ref: staggeredPaint })}
                    view={view}
                    hasGauge={hasGauges}
                  />
                ),
              )}
            </div>
          </Disclosure>
        </div>
      ))}
    </div>
  );
}

/** The same sections, empty: there is no signal to fill them. */
export function ClosedSections({
  sections,
}: {
  readonly sections: readonly SectionView['id'][];
}): ReactNode {
  const { t } = useTranslation('results');
  return (
    <div className={styles['closed']}>
      {sections.map((id) => (
        <Disclosure key={id} title={t(`section.${id}`)} aside={t('noValue')} isDisabled>
          {null}
        </Disclosure>
      ))}
    </div>
  );
}
