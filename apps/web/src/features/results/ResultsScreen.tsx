// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { formatMoment } from '../../app/i18n/format.ts';
import { PATHS } from '../../app/routes/paths.ts';
import type { MeasurementOutcome } from '../../app/session/measurement-result.ts';
import { useSession } from '../../app/use-services.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Failure } from './Failure.tsx';
import { NoSignal } from './NoSignal.tsx';
import { ResultSections } from './ResultSections.tsx';
import { SECTION_IDS } from './metrics.ts';
import { SignalBadge } from './SignalBadge.tsx';
import { viewOutcome, type OutcomeView } from './outcome-view.ts';

function Body({ view }: { readonly view: OutcomeView }): ReactNode {
  switch (view.kind) {
    case 'values':
      return <ResultSections sections={view.sections} />;
    case 'no-signal':
      return <NoSignal />;
    case 'failed':
      return <Failure error={view.error} />;
  }
}

function Results({ outcome }: { readonly outcome: MeasurementOutcome }): ReactNode {
  const { t } = useTranslation('results');
  const navigate = useNavigate();
  const view = viewOutcome(outcome, SECTION_IDS);
  return (
    <Screen
      width="page"
      banner={<Banner>{t('banner')}</Banner>}
      title={t(`title.${view.kind}`)}
      lead={formatMoment(outcome.finishedAt)}
      actions={<Button onPress={() => void navigate(PATHS.measurement)}>{t('again')}</Button>}
    >
      {view.kind !== 'failed' && <SignalBadge snr={outcome.snr} stars={outcome.stars} />}
      <Body view={view} />
      <Card tone="quiet" title={t('disclaimer.title')}>
        <p>{t('disclaimer.text')}</p>
      </Card>
    </Screen>
  );
}

/** The last measurement as a page that one would show a doctor. The guard lets nobody in without one. */
export function ResultsScreen(): ReactNode {
  const outcome = useSession((session) => session.lastMeasurement);
  return outcome === null ? null : <Results outcome={outcome} />;
}
