// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { PlainButton } from '@perfuse/ui/form/PlainButton.tsx';
import { useSession } from '../../services/use-services.ts';

/** The one modal notification of the app: information, warning or error, with an OK button. */
export function NotificationModal(): ReactNode {
  const { t } = useTranslation('common');
  const notification = useSession((session) => session.notification);
  const clear = useSession((session) => session.clearNotification);
  // Rarely needed, and a dialog fetches its code. Stays once it was shown, so that it closes as other dialogs do.
  const [isNeeded, setNeeded] = useState(false);
  if (notification !== null && !isNeeded) setNeeded(true);
  if (!isNeeded) return null;
  return (
    <Dialog
      isOpen={notification !== null}
      onClose={clear}
      role="alertdialog"
      tone={notification?.kind ?? 'info'}
      title={notification?.title ?? ''}
      actions={
        <PlainButton isFocused onPress={clear}>
          {t('ok')}
        </PlainButton>
      }
    >
      <p>{notification?.message}</p>
    </Dialog>
  );
}
