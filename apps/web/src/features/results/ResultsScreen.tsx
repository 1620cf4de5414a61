// SPDX-License-Identifier: Apache-2.0
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../services/use-services.ts';
import { NoResults } from './notices/NoResults.tsx';
import { OnDeviceNotice } from './notices/OnDeviceNotice.tsx';
import { RecordedNotice } from './notices/RecordedNotice.tsx';
import { SampleNotice } from './notices/SampleNotice.tsx';
import { ResultsPage } from './ResultsPage.tsx';
import { ResultsSkeleton } from './layout/ResultsSkeleton.tsx';
import { useResultsSettings } from './model/use-results-settings.ts';

/** The last measurement of this tab. A skeleton is shown while the texts are loading. */
export function ResultsScreen(): ReactNode {
  const { t } = useTranslation('common');
  const settings = useResultsSettings();
  const [outcome, earlier] = useSession((session) => session.results);
  const isSample = outcome?.isSample === true;
  return (
    <Suspense fallback={<ResultsSkeleton label={t('loading')} />}>
      {isSample && <SampleNotice hasOwn={earlier !== undefined} />}
      {!isSample && outcome?.fromRecording === true && <RecordedNotice />}
      {!isSample && outcome?.analysedOn === 'device' && <OnDeviceNotice />}
      {outcome === undefined ? (
        <NoResults />
      ) : (
        <ResultsPage outcome={outcome} earlier={earlier} settings={settings} />
      )}
    </Suspense>
  );
}
