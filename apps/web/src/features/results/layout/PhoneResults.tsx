// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { z } from '@perfuse/contract/schema';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { staggeredPaint } from '@perfuse/ui/layout/staggered-paint.ts';
import { TabbedPages } from '@perfuse/ui/layout/TabbedPages.tsx';
import { useScreenHeading } from '../../../components/screen/use-screen-heading.ts';
import { wideDials } from './dial-rows.ts';
import { isExtreme } from '../metric/ExtremeNotice.tsx';
import { MetricDial } from '../metric/MetricDial.tsx';
import type { SectionId } from '../../../metrics/metrics.ts';
import { NoSignal } from '../notices/NoSignal.tsx';
import type { SectionView } from '../model/outcome-view.ts';
import { PhoneHeader } from './PhoneHeader.tsx';
import styles from './PhoneResults.module.css';
import { Disclaimer, MeasureAgainButton } from '../notices/ResultsFooter.tsx';
import type { ResultsLayoutProps } from './results-layout.ts';
import { SECTION_ICONS } from './sections.ts';
import { SignalBadge } from '../notices/SignalBadge.tsx';
import { useTurn } from './use-turn.ts';

/** In the entry of the history, so that a reload, Back and turning the phone show the same page. */
const entrySchema = z.object({ section: z.string() });

interface DialPagesProps {
  readonly sections: readonly SectionView[];
  readonly hasGauges: boolean;
}

function DialPages({ sections, hasGauges }: DialPagesProps): ReactNode {
  const { t } = useTranslation('results');
  const { search, state } = useLocation() as { readonly search: string; readonly state: unknown };
  const navigate = useNavigate();
  const [selected, setSelected] = useState(() => entrySchema.safeParse(state).data?.section);
  // The tabs are rendered first, in one go, then the visible page, then the others: rendering all at once blocked a
  // slow phone for seconds.
  const isFirstThere = useTurn();
  const areAllThere = useTurn(isFirstThere);
  const first = sections[0];
  if (first === undefined) return null;
  const inView = sections.find(({ id }) => id === selected)?.id ?? first.id;
  const select = (section: SectionId): void => {
    setSelected(section);
    void navigate({ search }, { replace: true, state: { section } });
  };
  return (
    <TabbedPages
      label={t('sections')}
      selected={inView}
      onSelect={select}
      pages={sections.map(({ id, metrics }) => {
        const Icon = SECTION_ICONS[id];
        const isThere = areAllThere || (isFirstThere && id === inView);
        const wide = wideDials(metrics.map(isExtreme));
        return {
          id,
          title: t(`section.${id}`),
          icon: <Icon />,
          content: (
            <div
              // A box that has already been revealed would be painted at once, so the dials get a new one.
              key={isThere ? 'dials' : 'room'}
              ref={isThere && id !== first.id ? staggeredPaint : null}
              className={styles['dials']}
            >
              {isThere &&
                metrics.map((view, position) => (
                  <MetricDial
                    key={view.id}
                    view={view}
                    isWide={wide[position] ?? true}
                    hasGauge={hasGauges}
                  />
                ))}
            </div>
          ),
        };
      })}
    />
  );
}

/** The sections that would be tabs, named but not selectable: there is no signal to fill them. */
function ClosedTabs({ sections }: { readonly sections: readonly SectionId[] }): ReactNode {
  const { t } = useTranslation('results');
  return (
    <ul role="list" className={styles['closed']} aria-label={t('closedSections')}>
      {sections.map((id) => (
        <li key={id}>{t(`section.${id}`)}</li>
      ))}
    </ul>
  );
}

function Body({ view, earlier, settings }: ResultsLayoutProps): ReactNode {
  switch (view.kind) {
    case 'values':
      return <DialPages sections={view.sections} hasGauges={!settings.hideHistograms} />;
    case 'no-signal':
      return (
        <div className={styles['text']}>
          <ClosedTabs sections={view.sections} />
          <NoSignal earlier={earlier} />
        </div>
      );
  }
}

/** Rendered after the values, of which the hidden pages come last. */
function Extras({ children }: { readonly children: ReactNode }): ReactNode {
  const isFirstThere = useTurn(useTurn());
  return useTurn(isFirstThere) ? children : <Skeleton shape="card" />;
}

/** Results on a phone: dials, one page for each section. */
export function PhoneResults(props: ResultsLayoutProps): ReactNode {
  const { outcome, view, settings, moment, note, extras } = props;
  const { t } = useTranslation('results');
  const title = t(outcome.isSample === true ? 'title.sample' : `title.${view.kind}`);
  const heading = useScreenHeading(title);
  const isHeadThere = useTurn();
  return (
    <>
      <PhoneHeader hasProfile={!settings.isCallbackMode} banner={<Banner>{t('banner')}</Banner>} />
      <main className={styles['main']}>
        <div className={styles['head']}>
          <div>
            <h1 ref={heading} tabIndex={-1} className={styles['title']}>
              {title}
            </h1>
            <p className={styles['moment']}>{moment}</p>
          </div>
          <SignalBadge snr={outcome.snr} stars={outcome.stars} />
          {note}
        </div>
        {isHeadThere ? (
          <>
            <Body {...props} />
            <div className={styles['text']}>
              <Extras>{extras}</Extras>
              <Disclaimer kind={view.kind} />
              {view.kind !== 'no-signal' && <MeasureAgainButton />}
            </div>
          </>
        ) : (
          <div className={styles['room']} />
        )}
      </main>
    </>
  );
}
