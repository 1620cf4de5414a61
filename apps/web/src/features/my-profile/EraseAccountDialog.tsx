// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { withToken } from '../../account/token-source.ts';
import { useServices } from '../../services/use-services.ts';
import { ApiError } from '@perfuse/client';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';

export interface EraseAccountDialogProps {
  readonly isOpen: boolean;
  /** Whether the account's password is asked for again. */
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

type Failure = 'password' | 'locked' | 'again' | 'other';

function failureOf(cause: unknown): Failure {
  if (!(cause instanceof ApiError)) return 'other';
  if (cause.code === 'INVALID_USER') return 'password';
  if (cause.code === 'RESTRICTED') return 'again';
  return cause.status === 429 ? 'locked' : 'other';
}

/** Asks again, with the password, before everything is erased. */
export function EraseAccountDialog({
  isOpen,
  hasPassword,
  onClose,
}: EraseAccountDialogProps): ReactNode {
  const { t } = useTranslation('my-profile');
  const { api, token } = useServices();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const close = (): void => {
    setPassword('');
    setFailure(null);
    onClose();
  };
  const erase = async (): Promise<void> => {
    if (hasPassword && password === '') {
      setFailure('password');
      return;
    }
    setPending(true);
    setFailure(null);
    try {
      const body = hasPassword ? { password } : {};
      await withToken(token, (value) => api.call('eraseAccount', { token: value, body }));
      await navigate(PATHS.logout, { state: { reason: 'erased' } });
    } catch (cause) {
      setFailure(failureOf(cause));
    } finally {
      setPending(false);
    }
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      role="alertdialog"
      tone="error"
      title={t('erase.title')}
      actions={
        <>
          <Button variant="secondary" onPress={close}>
            {t('erase.keep')}
          </Button>
          <Button isPending={isPending} onPress={() => void erase()}>
            {t('erase.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('erase.text')}</p>
      {hasPassword && (
        <PasswordField
          label={t('erase.password')}
          value={password}
          onChange={setPassword}
          error={failure === 'password' ? t('erase.failure.password') : undefined}
        />
      )}
      <Message tone="error">
        {failure !== null && failure !== 'password' && t(`erase.failure.${failure}`)}
      </Message>
    </Dialog>
  );
}
