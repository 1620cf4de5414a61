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
  const { t } = useTranslation(['second-factor', 'login']);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { phase, isPending, failure, go } = useFactorTask(task, hasPassword);
  const asksPassword = phase.is === 'proof' && hasPassword;
  const asksCode = phase.is === 'key' || (phase.is === 'proof' && task !== 'on');
  const missing = {
    password: asksPassword && password === '',
    code: asksCode && code.trim() === '',
  };
  const [isTried, setTried] = useState(false);
  const submit = async (): Promise<void> => {
    if (isPending) return;
    const isIncomplete = missing.password || missing.code;
    setTried(isIncomplete);
    if (isIncomplete) return;
    const isDone = await go({ password, code: code.trim() });
    setCode('');
    if (isDone) onClose(true);
  };
  const errorOf = (field: keyof typeof missing, label: string): string | undefined => {
    if (isTried && missing[field])
      return t('login:FORM_VALIDATION_ELEMENT_REQUIRED', { field: label });
    return failure === field ? t(`failure.${field}`) : undefined;
  };
  const codeLabel = t(phase.is === 'key' ? 'key.code' : 'code');

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
      // A new dialog for the next phase: its title takes the focus from the removed field.
      key={phase.is}
      isOpen
      onClose={() => onClose(false)}
      title={t(phase.is === 'key' ? 'key.title' : `task.${task}.title`)}
      keep={t('cancel')}
      action={t(phase.is === 'key' ? 'key.confirm' : `task.${task}.go`)}
      form="second-factor"
      isPending={isPending}
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
            error={errorOf('password', t('password'))}
          />
        )}
        {asksCode && (
          <TextField
            numeric={phase.is === 'key'}
            autoComplete="one-time-code"
            label={codeLabel}
            value={code}
            onChange={setCode}
            error={errorOf('code', codeLabel)}
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
