// SPDX-License-Identifier: Apache-2.0
import type { ListedSession } from '@perfuse/contract/account/access';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { formatMoment } from '../../../i18n/moment-locale.ts';
import styles from './Access.module.css';
import { EndSessionDialog } from './EndSessionDialog.tsx';
import type { Ending, Sessions } from './use-sessions.ts';

interface LineProps {
  readonly session: ListedSession;
  readonly name: string;
  readonly onEnd: () => void;
}

function SessionLine({ session, name, onEnd }: LineProps): ReactNode {
  const { t } = useTranslation('access');
  const used = formatMoment(session.LastUsed);
  return (
    <li className={styles['item']}>
      <div className={styles['where']}>
        <h3 className={styles['name']}>{name}</h3>
        {session.IsCurrent ? (
          <p className={styles['current']}>{t('sessions.current')}</p>
        ) : (
          <p>{t('sessions.used', { when: used })}</p>
        )}
        <p>{t('sessions.begun', { when: formatMoment(session.Created) })}</p>
      </div>
      {!session.IsCurrent && (
        <Button
          variant="quiet"
          aria-label={t('sessions.endOf', { name, when: used })}
          onPress={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

export interface SessionsCardProps {
  readonly sessions: Sessions;
  /** Whether the account's password is requested again. */
  readonly hasPassword: boolean;
}

/** Where the person is signed in; each session can be ended. */
export function SessionsCard({ sessions, hasPassword }: SessionsCardProps): ReactNode {
  const { t } = useTranslation('access');
  const { listed, hasFailed, reload, end } = sessions;
  const [asked, setAsked] = useState<Ending | null>(null);
  const [told, setTold] = useState<'ended' | 'endedAll' | null>(null);

  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The dialog returns the focus to a button that no longer exists.
    if (told !== null) (list.current?.querySelector('button') ?? list.current)?.focus();
  }, [told]);

  const clientOf = ({ Browser, System }: ListedSession): string => {
    if (Browser !== '' && System !== '') {
      return t('sessions.on', { browser: Browser, system: System });
    }
    return Browser === '' && System === '' ? t('sessions.unknown') : `${Browser}${System}`;
  };
  /** Numbered where the same browser was used more than once in a minute. */
  const nameOf = (session: ListedSession): string => {
    const [client, used] = [clientOf(session), formatMoment(session.LastUsed)];
    const place = (listed ?? [])
      .filter((one) => clientOf(one) === client && formatMoment(one.LastUsed) === used)
      .findIndex(({ ID }) => ID === session.ID);
    return place < 1 ? client : `${client} (${String(place + 1)})`;
  };
  const ask = (ending: Ending): void => {
    setTold(null);
    setAsked(ending);
  };
  const others = listed?.filter(({ IsCurrent }) => !IsCurrent) ?? [];

  return (
    <Card title={t('sessions.title')}>
      <p>{t('sessions.text')}</p>
      {listed === null && !hasFailed && <Skeleton shape="card" />}
      {listed !== null && (
        <ul ref={list} role="list" tabIndex={-1} className={styles['list']}>
          {listed.map((session) => (
            <SessionLine
              key={session.ID}
              session={session}
              name={nameOf(session)}
              onEnd={() => ask(session)}
            />
          ))}
        </ul>
      )}
      {listed !== null && others.length === 0 && <p>{t('sessions.only')}</p>}
      {others.length > 1 && (
        <div>
          <Button variant="secondary" onPress={() => ask('others')}>
            {t('sessions.endAll')}
          </Button>
        </div>
      )}
      <Message tone="info">{told !== null && t(`sessions.${told}`)}</Message>
      <Message tone="error">{hasFailed && t('sessions.failed')}</Message>
      {hasFailed && (
        <div>
          <Button variant="secondary" onPress={reload}>
            {t('sessions.retry')}
          </Button>
        </div>
      )}
      <EndSessionDialog
        asked={
          asked === null || asked === 'others'
            ? asked
            : { name: nameOf(asked), when: formatMoment(asked.LastUsed) }
        }
        hasPassword={hasPassword}
        onClose={() => setAsked(null)}
        onConfirm={async (password) => {
          if (asked === null) return;
          await end(asked, password);
          setTold(asked === 'others' ? 'endedAll' : 'ended');
          setAsked(null);
        }}
      />
    </Card>
  );
}
