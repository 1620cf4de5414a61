// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { useMeasurement } from '../model/use-measurement.ts';

function DeliveryMessage({ isRetrying }: { readonly isRetrying: boolean }): ReactNode {
  const { t } = useTranslation('launch');
  return (
    <Dialog isOpen role="alertdialog" title={t('sending.title')} actions={null}>
      <p role="status">{isRetrying ? t('sending.retrying') : t('sending.message')}</p>
    </Dialog>
  );
}

/** While results are on their way to the integrator; it goes with the page. */
export function DeliveryDialog(): ReactNode {
  const { callback } = useMeasurement();
  const phase = useStore(callback.delivery);
  return phase === 'none' ? null : <DeliveryMessage isRetrying={phase === 'retrying'} />;
}
