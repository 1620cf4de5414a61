// SPDX-License-Identifier: Apache-2.0
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS, type Path } from '../../routes/paths.ts';
import { EDITION } from '../../config/build.ts';
import { SECTIONS, shownSections, type MetricId } from '../../metrics/metrics.ts';
import { useAnalysisPlace } from '../../services/analysis-place.ts';
import { useVisit } from '../../services/use-services.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { ActionDialog } from '@perfuse/ui/dialog/ActionDialog.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { formatMoment } from '../../i18n/moment-locale.ts';
import styles from './History.module.css';
import { MeasurementList } from './MeasurementList.tsx';
import { Trend } from './Trend.tsx';
import type { PastMeasurement } from './history-view.ts';
import { useDeviceHistory, useServiceHistory } from './history-source.ts';
import { useHistory, type History } from './use-history.ts';

type Asked = PastMeasurement | 'all' | null;

interface Deleted {
  readonly what: 'one' | 'all';
  /** Position in the list. */
  readonly place: number;
}

/** Past measurements: those stored in this browser where it analyses itself, else those of the signed-in person. */
export function HistoryScreen(): ReactNode {
  const { isOnDevice } = useAnalysisPlace();
  // With the names of the values: to wait for them later would hide the screen, and drop the focus on its heading.
  useTranslation(['history', 'results']);
  return isOnDevice ? <DeviceHistory /> : <ServiceHistory />;
}

function ServiceHistory(): ReactNode {
  const { t } = useTranslation('history');
  const texts = {
    lead: t('lead'),
    failed: t('failed'),
    notStoring: t('notStoring'),
    notDeleted: t('problem.delete'),
  };
  return <Past history={useHistory(useServiceHistory())} texts={texts} back={PATHS.myProfile} />;
}

function DeviceHistory(): ReactNode {
  const { t } = useTranslation('history');
  const texts = {
    lead: t('onDevice.lead'),
    failed: t('onDevice.failed'),
    notStoring: t('onDevice.notKeeping'),
    notDeleted: t('onDevice.notDeleted'),
  };
  return <Past history={useHistory(useDeviceHistory())} texts={texts} back={PATHS.results} />;
}

/** The metrics of the sections that the results show. */
function useShownMetrics(): readonly MetricId[] {
  const listed = useVisit(({ launched }) => launched?.settings.resultPages ?? null);
  return useMemo(
    () =>
      shownSections(EDITION, listed).flatMap((section): readonly MetricId[] => SECTIONS[section]),
    [listed],
  );
}

interface PastProps {
  readonly history: History;
  readonly texts: Readonly<Record<'lead' | 'failed' | 'notStoring' | 'notDeleted', string>>;
  readonly back: Path;
}

/** Their trend, each measurement, and how to delete them. */
function Past({ history, texts, back }: PastProps): ReactNode {
  const { t } = useTranslation('history');
  const navigate = useNavigate();
  const { loaded, phase, problem, more, remove, retry } = history;
  const [asked, setAsked] = useState<Asked>(null);
  const [deleted, setDeleted] = useState<Deleted | null>(null);
  const [isPending, setPending] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const past = loaded?.past ?? [];
  const metrics = useShownMetrics();

  useEffect(() => {
    if (deleted === null) return;
    // The dialog returns the focus to a button that no longer exists.
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('li button') ?? [])];
    const next = buttons[deleted.place] ?? buttons.at(-1) ?? document.querySelector('h1');
    next?.focus();
  }, [deleted]);

  const busy = async <T,>(work: Promise<T>): Promise<T> => {
    setPending(true);
    const done = await work;
    setPending(false);
    return done;
  };
  const ask = useCallback((next: Asked): void => {
    setDeleted(null);
    setAsked(next);
  }, []);
  const confirm = async (): Promise<void> => {
    if (asked === null) return;
    const isOne = asked !== 'all';
    const isDone = await busy(remove(isOne ? asked.id : null));
    if (isDone) setDeleted({ what: isOne ? 'one' : 'all', place: isOne ? past.indexOf(asked) : 0 });
    setAsked(null);
  };

  if (phase === 'failed') {
    return (
      <Screen
        key="failed"
        title={t('title')}
        lead={<span role="alert">{texts.failed}</span>}
        back={back}
        actions={<Button onPress={retry}>{t('retry')}</Button>}
      />
    );
  }
  const isEmpty = loaded?.total === 0;
  return (
    <Screen
      key="history"
      width="page"
      title={t('title')}
      lead={isEmpty ? t(loaded.isStoring ? 'empty' : 'nothing') : texts.lead}
      back={back}
      actions={
        isEmpty && <Button onPress={() => void navigate(PATHS.measurement)}>{t('measure')}</Button>
      }
    >
      {loaded === null && (
        <>
          <Skeleton shape="tall-card" />
          <Skeleton shape="card" />
        </>
      )}
      {loaded !== null && !loaded.isStoring && <Message tone="info">{texts.notStoring}</Message>}
      <Message tone="error">
        {problem === 'more' ? t('problem.more') : problem !== null && texts.notDeleted}
      </Message>
      <Message tone="info">{deleted !== null && t(`delete.done.${deleted.what}`)}</Message>
      {loaded !== null && !isEmpty && (
        <>
          <Trend past={past} metrics={metrics} total={loaded.total} />
          <Card title={t('list.title', { count: loaded.total })}>
            <div ref={list}>
              <MeasurementList past={past} metrics={metrics} onDelete={ask} />
            </div>
            <div className={styles['actions']}>
              {past.length < loaded.total && (
                <Button variant="secondary" isPending={isPending} onPress={() => void busy(more())}>
                  {t('list.more')}
                </Button>
              )}
              <Button variant="quiet" onPress={() => ask('all')}>
                {t('delete.all')}
              </Button>
            </div>
          </Card>
        </>
      )}
      <ActionDialog
        isOpen={asked !== null}
        role="alertdialog"
        tone="warning"
        title={asked === 'all' ? t('delete.askAll') : t('delete.ask')}
        keep={t('delete.keep')}
        action={t('delete.confirm')}
        isPending={isPending}
        onClose={() => setAsked(null)}
        onAction={() => void confirm()}
      >
        <p>
          {asked !== null && asked !== 'all'
            ? t('delete.text', {
                when: formatMoment(asked.at),
              })
            : t('delete.textAll')}
        </p>
      </ActionDialog>
    </Screen>
  );
}
