// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { ActionDialog } from '@perfuse/ui/dialog/ActionDialog.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { PasswordField } from '../../../components/PasswordField.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { AuthenticatorKey } from '../../../components/credentials/AuthenticatorKey.tsx';
import { RecoveryCodes } from '../../../components/credentials/RecoveryCodes.tsx';
import styles from './SecondFactor.module.css';
import { useFactorTask, type FactorTask } from './use-factor-task.ts';

export interface SecondFactorDialogProps {
  readonly task: FactorTask;
  /** Whether the account's password is requested again. */
  readonly hasPassword: boolean;
  /** @param hasChanged whether the second factor has changed. */
  readonly onClose: (hasChanged: boolean) => void;
}

/** Turns the second factor on or off, or makes new recovery codes: one step at a time. */
export function SecondFactorDialog({
  task,
  hasPassword,
  onClose,
}: SecondFactorDialogProps): ReactNode {
  const { t } = useTranslation('second-factor');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { phase, isPending, failure, go } = useFactorTask(task, hasPassword);
  const asksPassword = phase.is === 'proof' && hasPassword;
  const asksCode = phase.is === 'key' || (phase.is === 'proof' && task !== 'on');
  const isEmpty = (asksPassword && password === '') || (asksCode && code.trim() === '');
  const submit = async (): Promise<void> => {
    if (isPending || isEmpty) return;
    const isDone = await go({ password, code: code.trim() });
    setCode('');
    if (isDone) onClose(true);
  };

  if (phase.is === 'codes') {
    return (
      <Dialog
        isOpen
        tone="warning"
        title={t('codes.title')}
        actions={<Button onPress={() => onClose(true)}>{t('codes.done')}</Button>}
      >
        <RecoveryCodes codes={phase.codes} />
      </Dialog>
    );
  }
  return (
    <ActionDialog
      isOpen
      onClose={() => onClose(false)}
      title={t(phase.is === 'key' ? 'key.title' : `task.${task}.title`)}
      keep={t('cancel')}
      action={t(phase.is === 'key' ? 'key.confirm' : `task.${task}.go`)}
      form="second-factor"
      isPending={isPending}
      isReady={!isEmpty}
    >
      <Form id="second-factor" className={styles['form']} onSubmit={() => void submit()}>
        {phase.is === 'key' ? (
          <AuthenticatorKey enrolment={phase.enrolment} />
        ) : (
          <p>{t(`task.${task}.text`)}</p>
        )}
        {asksPassword && (
          <PasswordField
            label={t('password')}
            value={password}
            onChange={setPassword}
            error={failure === 'password' ? t('failure.password') : undefined}
          />
        )}
        {asksCode && (
          <TextField
            numeric={phase.is === 'key'}
            autoComplete="one-time-code"
            label={t(phase.is === 'key' ? 'key.code' : 'code')}
            value={code}
            onChange={setCode}
            error={failure === 'code' ? t('failure.code') : undefined}
          />
        )}
        <Message tone="error">
          {failure !== null &&
            failure !== 'password' &&
            failure !== 'code' &&
            t(`failure.${failure}`)}
        </Message>
      </Form>
    </ActionDialog>
  );
}
