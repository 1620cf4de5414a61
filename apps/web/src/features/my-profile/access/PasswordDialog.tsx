// SPDX-License-Identifier: Apache-2.0
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '@perfuse/ui/dialog/ActionDialog.tsx';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { accessFailure, type AccessFailure } from './access-calls.ts';
import { isOfPassword, PresentPasswordField, type ProofFailure } from './PresentPasswordField.tsx';

export interface PasswordDialogProps {
  readonly isOpen: boolean;
  /** Whether the account's password is requested again. */
  readonly hasPassword: boolean;
  readonly tone: 'error' | 'warning';
  readonly title: string;
  readonly text: string;
  readonly keep: string;
  readonly confirm: string;
  readonly failureText: (failure: Exclude<AccessFailure, 'password' | 'locked'>) => string;
  readonly onClose: () => void;
  /** Null where the account has no password. Rejects on failure. */
  readonly onConfirm: (password: string | null) => Promise<void>;
}

/** Asks for confirmation, with the password, before something that a device left open must not allow. */
export function PasswordDialog({
  isOpen,
  hasPassword,
  tone,
  title,
  text,
  keep,
  confirm,
  failureText,
  onClose,
  onConfirm,
}: PasswordDialogProps): ReactNode {
  const { t } = useTranslation('access');
  const formId = useId();
  const [password, setPassword] = useState('');
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<ProofFailure | null>(null);

  const close = (): void => {
    setPassword('');
    setFailure(null);
    onClose();
  };
  const submit = async (): Promise<void> => {
    if (isPending) return;
    const isMissing = hasPassword && password === '';
    setFailure(isMissing ? 'missing' : null);
    if (isMissing) return;
    setPending(true);
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
    <ActionDialog
      {...{ isOpen, tone, title, keep, isPending }}
      role="alertdialog"
      action={confirm}
      onClose={close}
      form={formId}
    >
      <Form id={formId} onSubmit={() => void submit()}>
        <p>{text}</p>
        {hasPassword && (
          <PresentPasswordField
            label={t('ask.password')}
            value={password}
            onChange={(value) => {
              setPassword(value);
              setFailure(null);
            }}
            failure={failure}
          />
        )}
        <Message tone="error">
          {failure !== null &&
            !isOfPassword(failure) &&
            (failure === 'locked' ? t('failure.locked') : failureText(failure))}
        </Message>
      </Form>
    </ActionDialog>
  );
}
