// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';
import { Screen } from '../../../components/screen/Screen.tsx';
import { NoSignal } from '../notices/NoSignal.tsx';
import { Disclaimer, MeasureAgainButton } from '../notices/ResultsFooter.tsx';
import { ClosedSections, ResultSections } from './ResultSections.tsx';
import type { ResultsLayoutProps } from './results-layout.ts';
import { SignalBadge } from '../notices/SignalBadge.tsx';

function Body({ view, earlier, settings }: ResultsLayoutProps): ReactNode {
  switch (view.kind) {
    case 'values':
      return <ResultSections sections={view.sections} hasGauges={!settings.hideHistograms} />;
    case 'no-signal':
      return (
        <>
          <NoSignal earlier={earlier} />
          <ClosedSections sections={view.sections} />
        </>
      );
  }
}

/** Results as a page to show a doctor. */
export function DesktopResults(props: ResultsLayoutProps): ReactNode {
  const { outcome, view, moment, note, extras } = props;
  const { t } = useTranslation('results');
  return (
    <Screen
      width="page"
      banner={<Banner>{t('banner')}</Banner>}
      title={t(outcome.isSample === true ? 'title.sample' : `title.${view.kind}`)}
      lead={moment}
      aside={<SignalBadge snr={outcome.snr} stars={outcome.stars} />}
      actions={view.kind === 'no-signal' ? undefined : <MeasureAgainButton />}
    >
      {note}
      <Body {...props} />
      {extras}
      <Disclaimer kind={view.kind} />
    </Screen>
  );
}
