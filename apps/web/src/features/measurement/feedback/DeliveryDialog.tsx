// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { hasFinished } from '../../../launch/embedding.ts';
import { useMeasurement } from '../model/use-measurement.ts';

function DeliveryMessage(): ReactNode {
  const { callback } = useMeasurement();
  const phase = useStore(callback.delivery);
  const hasLeft = useStore(hasFinished);
  // Loaded with the screen: at the end there may be no network.
  const { t } = useTranslation('launch');
  if (phase === 'none' || hasLeft) return null;
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={phase === 'leaving' ? t('leaving') : t('sending.title')}
      actions={null}
    >
      <p role="status">{phase === 'retrying' ? t('sending.retrying') : t('sending.message')}</p>
    </Dialog>
  );
}

/**
 * Shown while the visit ends and results, or an error, go to the integrator. It disappears with the page, or in a frame
 * once the embedding page was notified.
 */
export function DeliveryDialog(): ReactNode {
  const { callback } = useMeasurement();
  return callback.isOn() ? <DeliveryMessage /> : null;
}
