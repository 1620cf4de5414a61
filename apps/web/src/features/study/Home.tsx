// SPDX-License-Identifier: Apache-2.0
import { participantSchema } from '@perfuse/contract/study/session-file';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { ActionDialog } from '@perfuse/ui/dialog/ActionDialog.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { formatMoment } from '../../i18n/moment-locale.ts';
import type { KeptSession } from '../../platform/study-store/study-store.ts';
import { progressOf } from './model/session.ts';
import { Unsaved } from './Unsaved.tsx';
import styles from './Study.module.css';
import { useStudy, useStudyState } from './use-study.ts';

function NewSession({ onBegin }: { readonly onBegin: (participant: string) => void }): ReactNode {
  const { t } = useTranslation('study');
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const begin = (): void => {
    const parsed = participantSchema.safeParse(code.trim());
    setWrong(!parsed.success);
    if (parsed.success) onBegin(parsed.data);
  };
  return (
    <Card title={t('new.title')}>
      <Form className={styles['stack']} onSubmit={begin}>
        <TextField
          label={t('new.code')}
          value={code}
          onChange={setCode}
          hint={t('new.hint')}
          error={isWrong ? t('new.invalid') : undefined}
        />
        <div className={styles['row']}>
          <Button type="submit">{t('new.begin')}</Button>
        </div>
      </Form>
    </Card>
  );
}

interface RowProps {
  readonly session: KeptSession;
  readonly onDelete: () => void;
}

function SessionRow({ session, onDelete }: RowProps): ReactNode {
  const { t } = useTranslation('study');
  const study = useStudy();
  const { head } = session;
  const { answered, refused, planned } = progressOf(session);
  const when = formatMoment(head.startedMs);
  return (
    <li className={styles['session']}>
      <h3 className={styles['name']}>{head.participant}</h3>
      <p className={styles['soft']}>
        {when}
        {' · '}
        {t('sessions.progress', { answered, refused, of: head.plan.length })}
      </p>
      <div className={styles['row']}>
        {planned !== null && (
          <Button variant="secondary" onPress={() => study.openSession(head.id)}>
            {t('sessions.continue')}
          </Button>
        )}
        <Button variant="secondary" onPress={() => study.exportSession(head.id)}>
          {t('export')}
        </Button>
        <Button variant="quiet" onPress={onDelete}>
          {t('sessions.delete')}
        </Button>
      </div>
    </li>
  );
}

function Sessions(): ReactNode {
  const { t } = useTranslation('study');
  const study = useStudy();
  const sessions = useStudyState((state) => state.sessions);
  const [asked, setAsked] = useState<string | null>(null);
  const [isUndeleted, setUndeleted] = useState(false);
  const ask = (id: string | null): void => {
    setAsked(id);
    setUndeleted(false);
  };
  const erase = async (): Promise<void> => {
    if (asked === null || (await study.erase(asked))) ask(null);
    else setUndeleted(true);
  };
  return (
    <Card title={t('sessions.title')}>
      {sessions.length === 0 ? (
        <p>{t('sessions.none')}</p>
      ) : (
        <ul role="list" className={styles['sessions']}>
          {sessions.map((session) => (
            <SessionRow
              key={session.head.id}
              session={session}
              onDelete={() => ask(session.head.id)}
            />
          ))}
        </ul>
      )}
      <ActionDialog
        isOpen={asked !== null}
        role="alertdialog"
        tone="warning"
        title={t('sessions.askDelete')}
        keep={t('sessions.keep')}
        action={t('sessions.delete')}
        onClose={() => ask(null)}
        onAction={() => void erase()}
      >
        <p>{t('sessions.deleteText')}</p>
        <Message tone="error">{isUndeleted && t('sessions.undeleted')}</Message>
      </ActionDialog>
    </Card>
  );
}

export interface HomeProps {
  readonly onBegin: (participant: string) => void;
  readonly onProtocol: () => void;
}

/** The researcher's page: a new session, the protocol, and the recorded data. */
export function Home({ onBegin, onProtocol }: HomeProps): ReactNode {
  const { t } = useTranslation('study');
  const { name, steps } = useStudyState((state) => state.protocol);
  const count = steps.reduce((sum, { repetitions }) => sum + repetitions, 0);
  return (
    <Screen key="home" title={t('title')} lead={t('lead')}>
      <Unsaved />
      <NewSession onBegin={onBegin} />
      <Card title={t('protocol.title')}>
        <p>
          {name}
          {' · '}
          {t('protocol.count', { count })}
        </p>
        <div className={styles['row']}>
          <Button variant="secondary" onPress={onProtocol}>
            {t('protocol.edit')}
          </Button>
        </div>
      </Card>
      <Sessions />
    </Screen>
  );
}
