// SPDX-License-Identifier: Apache-2.0
import type { SecondFactorState } from '@perfuse/contract/account/second-factor';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedInUser } from '../../../account/account.ts';
import { withToken } from '../../../account/token-source.ts';
import { useServices } from '../../../services/use-services.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';
import styles from '../MyProfileScreen.module.css';
import { factorCalls } from './factor-calls.ts';
import type { FactorTask } from './use-factor-task.ts';

/** With at most this many codes left, the card suggests new ones. */
const FEW = 3;

/** Whether signing in needs a second step, and how to change that. */
export function SecondFactorCard({ user }: { readonly user: SignedInUser }): ReactNode {
  const { t } = useTranslation('second-factor');
  const { token } = useServices();
  const [state, setState] = useState<SecondFactorState | 'failed' | null>(null);
  const [task, setTask] = useState<FactorTask | null>(null);
  const [changed, setChanged] = useState<FactorTask | null>(null);

  const load = useCallback(() => {
    withToken(token, (value) => factorCalls.call('secondFactor', { token: value })).then(
      setState,
      () => setState('failed'),
    );
  }, [token]);
  useEffect(load, [load]);

  const close = (hasChanged: boolean): void => {
    setChanged(hasChanged ? task : null);
    setTask(null);
    if (hasChanged) load();
  };
  const isKnown = state !== null && state !== 'failed';
  const isOn = isKnown && state.since !== null;
  const isRequired = isKnown && state.isRequired === true;
  return (
    <Card title={t('title')}>
      <p>{t('text')}</p>
      {state === null && <Skeleton shape="pill" />}
      {state === 'failed' && (
        <Button variant="secondary" onPress={load}>
          {t('again')}
        </Button>
      )}
      {isOn && (
        <p>
          {t('isOn')} {t('left', { count: state.recoveryCodes })}{' '}
          {state.recoveryCodes <= FEW && t('few')} {isRequired && t('required')}
        </p>
      )}
      {isKnown && (
        <div data-part="second-factor" className={styles['row']}>
          {isOn ? (
            <>
              <Button variant="secondary" onPress={() => setTask('renew')}>
                {t('task.renew.open')}
              </Button>
              {!isRequired && (
                <Button variant="secondary" onPress={() => setTask('off')}>
                  {t('task.off.open')}
                </Button>
              )}
            </>
          ) : (
            <Button variant="secondary" onPress={() => setTask('on')}>
              {t('task.on.open')}
            </Button>
          )}
        </div>
      )}
      <Message tone="info">{changed !== null && t(`task.${changed}.done`)}</Message>
      <Message tone="error">{state === 'failed' && t('unknown')}</Message>
      {task !== null && (
        <SecondFactorDialog task={task} hasPassword={user.username !== ''} onClose={close} />
      )}
    </Card>
  );
}
