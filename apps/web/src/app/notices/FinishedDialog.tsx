// SPDX-License-Identifier: Apache-2.0
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { hasFinished } from '../../launch/embedding.ts';

function Finished(): ReactNode {
  const { t } = useTranslation('launch');
  return (
    <Dialog isOpen role="alertdialog" tone="info" title={t('finished.title')} actions={null}>
      <p>{t('finished.message')}</p>
    </Dialog>
  );
}

/**
 * Shown in a frame once the embedding page was notified that the visit is over: another result would not be received.
 */
export function FinishedDialog(): ReactNode {
  const isFinished = useStore(hasFinished);
  return <Suspense fallback={null}>{isFinished && <Finished />}</Suspense>;
}
