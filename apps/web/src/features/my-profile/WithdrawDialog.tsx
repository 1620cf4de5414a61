// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../services/use-services.ts';
import { ActionDialog } from '@perfuse/ui/dialog/ActionDialog.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import type { ConsentSettings } from './use-consent-settings.ts';

export interface WithdrawDialogProps {
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly failure: ConsentSettings['failure'];
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Explains what withdrawing means before it is done. */
export function WithdrawDialog(props: WithdrawDialogProps): ReactNode {
  const { isOpen, isPending, failure, onClose, onConfirm } = props;
  const { t } = useTranslation('my-profile');
  const isGuest = useSignedInUser() === null;
  return (
    <ActionDialog
      {...{ isOpen, isPending, onClose }}
      role="alertdialog"
      tone="warning"
      title={t('withdraw.title')}
      keep={t('withdraw.keep')}
      action={t('withdraw.confirm')}
      onAction={onConfirm}
    >
      <p>{isGuest ? t('withdraw.guest') : t('withdraw.user')}</p>
      <Message tone="error">{failure !== null && t(`withdraw.${failure}`)}</Message>
    </ActionDialog>
  );
}
