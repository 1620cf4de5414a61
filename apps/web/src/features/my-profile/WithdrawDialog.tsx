// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../services/use-services.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
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
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      tone="warning"
      title={t('withdraw.title')}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('withdraw.keep')}
          </Button>
          <Button isPending={isPending} onPress={onConfirm}>
            {t('withdraw.confirm')}
          </Button>
        </>
      }
    >
      <p>{isGuest ? t('withdraw.guest') : t('withdraw.user')}</p>
      <Message tone="error">{failure !== null && t(`withdraw.${failure}`)}</Message>
    </Dialog>
  );
}
