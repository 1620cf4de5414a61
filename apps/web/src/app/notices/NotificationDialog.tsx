// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { useSession } from '../../services/use-services.ts';

export function NotificationDialog(): ReactNode {
  const { t } = useTranslation('common');
  const notification = useSession((session) => session.notification);
  const clear = useSession((session) => session.clearNotification);
  return (
    <Dialog
      isOpen={notification !== null}
      onClose={clear}
      role="alertdialog"
      tone={notification?.kind ?? 'info'}
      title={notification?.title ?? ''}
      actions={
        <Button autoFocus onPress={clear}>
          {t('ok')}
        </Button>
      }
    >
      <p>{notification?.message}</p>
    </Dialog>
  );
}
