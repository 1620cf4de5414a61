// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { PasswordField } from '../../../components/PasswordField.tsx';
import { accessFailure, type AccessFailure } from './access-calls.ts';

export interface EndSessionDialogProps {
  /** What is to end; null while nothing is asked. */
  readonly asked: { readonly name: string; readonly when: string } | 'others' | null;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
  /** Null where the account has no password. Rejects when it could not be done. */
  readonly onConfirm: (password: string | null) => Promise<void>;
}

/** Asks again, with the password, before a session ends: a device left open must not shut its owner out. */
export function EndSessionDialog({
  asked,
  hasPassword,
  onClose,
  onConfirm,
}: EndSessionDialogProps): ReactNode {
  const { t } = useTranslation('access');
  const [password, setPassword] = useState('');
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<AccessFailure | null>(null);
  // While it closes, it still says what it said.
  const [shown, setShown] = useState(asked);
  if (asked !== null && asked !== shown) setShown(asked);

  const close = (): void => {
    setPassword('');
    setFailure(null);
    onClose();
  };
  const confirm = async (): Promise<void> => {
    if (hasPassword && password === '') {
      setFailure('password');
      return;
    }
    setPending(true);
    setFailure(null);
    try {
      await onConfirm(hasPassword ? password : null);
      setPassword('');
    } catch (cause) {
      setFailure(accessFailure(cause));
    } finally {
      setPending(false);
    }
  };

  return (
    <Dialog
      isOpen={asked !== null}
      onClose={close}
      role="alertdialog"
      tone="warning"
      title={shown === 'others' ? t('ask.titleAll') : t('ask.title')}
      actions={
        <>
          <Button variant="secondary" onPress={close}>
            {t('ask.keep')}
          </Button>
          <Button isPending={isPending} onPress={() => void confirm()}>
            {t('ask.confirm')}
          </Button>
        </>
      }
    >
      <p>{shown === null || shown === 'others' ? t('ask.textAll') : t('ask.text', shown)}</p>
      {hasPassword && (
        <PasswordField
          label={t('ask.password')}
          value={password}
          onChange={setPassword}
          error={failure === 'password' ? t('failure.password') : undefined}
        />
      )}
      <Message tone="error">
        {failure !== null && failure !== 'password' && t(`failure.${failure}`)}
      </Message>
    </Dialog>
  );
}
