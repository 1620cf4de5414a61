// SPDX-License-Identifier: Apache-2.0
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSession } from '../../services/use-services.ts';

/** Rarely needed, and never by the first view. */
const NotificationDialog = lazy(async () => ({
  default: (await import('./NotificationDialog.tsx')).NotificationDialog,
}));

/** The one modal notification of the app: information, warning or error, with an OK button. */
export function NotificationModal(): ReactNode {
  const isNotified = useSession((session) => session.notification !== null);
  // Stays once it was shown, so that it closes as other dialogs do.
  const [isNeeded, setNeeded] = useState(false);
  if (isNotified && !isNeeded) setNeeded(true);
  return isNeeded ? (
    <Suspense fallback={null}>
      <NotificationDialog />
    </Suspense>
  ) : null;
}
