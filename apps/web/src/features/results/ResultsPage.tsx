// SPDX-License-Identifier: Apache-2.0
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '@perfuse/ui/loading/lazy-part.ts';
import { useTranslation } from 'react-i18next';
import { EDITION } from '../../config/build.ts';
import { shownSections } from '../../metrics/metrics.ts';
import type { MeasurementOutcome } from '../../session/measurement-result.ts';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { useWindowClass } from '@perfuse/ui/layout/use-window-class.ts';
import { DesktopResults } from './layout/DesktopResults.tsx';
import { isRestored, viewOutcome } from './model/outcome-view.ts';
import { PhoneResults } from './layout/PhoneResults.tsx';
import { MetricInfoDialog } from './info/MetricInfoDialog.tsx';
import { formatMoment } from '../../i18n/moment-locale.ts';
import styles from './ResultsPage.module.css';
import { PartBoundary } from './PartBoundary.tsx';
import type { ResultsSettings } from './model/results-settings.ts';

/** The part below the values, with files, print and charts: half of the screen's code. */
const ResultsExtras = lazyPart(async () => (await import('./ResultsExtras.tsx')).ResultsExtras);

export interface ResultsPageProps {
  readonly outcome: MeasurementOutcome;
  /** The last good one, if this one has no signal. */
  readonly earlier?: MeasurementOutcome | undefined;
  readonly settings: ResultsSettings;
}

function RestoredNote(): ReactNode {
  const { t } = useTranslation('results');
  return <p className={styles['note']}>{t('restored')}</p>;
}

function ExtrasFailed(): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Card title={t('launchFailed.title')}>
      <p>{t('launchFailed.message')}</p>
    </Card>
  );
}

/** The results of one measurement, laid out for the window. */
export function ResultsPage({ outcome, earlier, settings }: ResultsPageProps): ReactNode {
  const windowClass = useWindowClass();
  const sections = shownSections(EDITION, settings.resultPages);
  const view = viewOutcome(outcome, sections);
  const Layout = windowClass === 'phone' ? PhoneResults : DesktopResults;
  return (
    <MetricInfoDialog>
      <Layout
        outcome={outcome}
        earlier={earlier}
        view={view}
        settings={settings}
        moment={formatMoment(outcome.finishedAt)}
        note={isRestored(outcome, performance.timeOrigin) ? <RestoredNote /> : null}
        extras={
          // The values do not wait for the part below them.
          <PartBoundary failed={<ExtrasFailed />}>
            <Suspense fallback={<Skeleton shape="card" />}>
              <ResultsExtras outcome={outcome} view={view} sections={sections} />
            </Suspense>
          </PartBoundary>
        }
      />
    </MetricInfoDialog>
  );
}
