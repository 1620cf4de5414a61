// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { formatMoment } from '../../i18n/format.ts';
import { PATHS } from '../../routes/paths.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { momentLocale } from '../../i18n/moment-locale.ts';
import { MeasurementList } from './MeasurementList.tsx';
import { Trend } from './Trend.tsx';
import type { PastMeasurement } from './history-view.ts';
import { useHistory } from './use-history.ts';

type Asked = PastMeasurement | 'all' | null;

/** Past measurements of a signed-in person: how they change, each one, and how to be rid of them. */
export function HistoryScreen(): ReactNode {
  const { t } = useTranslation('history');
  const navigate = useNavigate();
  const { loaded, phase, problem, more, remove, retry } = useHistory();
  const [asked, setAsked] = useState<Asked>(null);
  const [isPending, setPending] = useState(false);
  const past = loaded?.past ?? [];

  const busy = async (work: Promise<unknown>): Promise<void> => {
    setPending(true);
    await work;
    setPending(false);
  };
  const confirm = async (): Promise<void> => {
    if (asked !== null) await busy(remove(asked === 'all' ? null : asked.id));
    setAsked(null);
  };

  if (phase === 'failed') {
    return (
      <Screen
        key="failed"
        title={t('title')}
        lead={<span role="alert">{t('failed')}</span>}
        back={PATHS.myProfile}
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
      lead={isEmpty ? t('empty') : t('lead')}
      back={PATHS.myProfile}
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
      {loaded !== null && !loaded.isStoring && <Message tone="info">{t('notStoring')}</Message>}
      <Message tone="error">{problem !== null && t(`problem.${problem}`)}</Message>
      {loaded !== null && !isEmpty && (
        <>
          <Trend past={past} />
          <Card title={t('list.title', { count: loaded.total })}>
            <MeasurementList past={past} onDelete={setAsked} />
            <div>
              {past.length < loaded.total && (
                <Button variant="secondary" isPending={isPending} onPress={() => void busy(more())}>
                  {t('list.more')}
                </Button>
              )}
              <Button variant="quiet" onPress={() => setAsked('all')}>
                {t('delete.all')}
              </Button>
            </div>
          </Card>
        </>
      )}
      <Dialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        role="alertdialog"
        tone="warning"
        title={asked === 'all' ? t('delete.askAll') : t('delete.ask')}
        actions={
          <>
            <Button variant="secondary" onPress={() => setAsked(null)}>
              {t('delete.keep')}
            </Button>
            <Button autoFocus isPending={isPending} onPress={() => void confirm()}>
              {t('delete.confirm')}
            </Button>
          </>
        }
      >
        <p>
          {asked !== null && asked !== 'all'
            ? t('delete.text', {
                when: formatMoment(asked.at, momentLocale(window.location.hostname)),
              })
            : t('delete.textAll')}
        </p>
      </Dialog>
    </Screen>
  );
}
