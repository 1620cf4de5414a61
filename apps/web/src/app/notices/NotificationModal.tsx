// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { PlainButton } from '@perfuse/ui/form/PlainButton.tsx';
import { useSession } from '../../services/use-services.ts';

/** The one modal notification of the app: information, warning or error, with an OK button. */
export function NotificationModal(): ReactNode {
  const { t } = useTranslation('common');
  const notification = useSession((session) => session.notification);
  const clear = useSession((session) => session.clearNotification);
  if (notification === null) return null;
  return (
    <Dialog
      isOpen
      onClose={clear}
      role="alertdialog"
      tone={notification.kind}
      title={notification.title}
      actions={
        <PlainButton isFocused onPress={clear}>
          {t('ok')}
        </PlainButton>
      }
    >
      <p>{notification.message}</p>
    </Dialog>
  );
}
