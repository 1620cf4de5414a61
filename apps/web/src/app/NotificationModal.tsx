// SPDX-License-Identifier: Apache-2.0
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { useSession } from './use-services.ts';

/** Rarely needed, and never by the first view. */
const Dialog = lazy(async () => ({ default: (await import('../ui/Dialog.tsx')).Dialog }));

function Modal(): ReactNode {
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

/** The one modal notification of the app: information, warning or error, with an OK button. */
export function NotificationModal(): ReactNode {
  const isNotified = useSession((session) => session.notification !== null);
  // Stays once it was shown, so that it closes as other dialogs do.
  const [isNeeded, setNeeded] = useState(false);
  if (isNotified && !isNeeded) setNeeded(true);
  return isNeeded ? (
    <Suspense fallback={null}>
      <Modal />
    </Suspense>
  ) : null;
}
