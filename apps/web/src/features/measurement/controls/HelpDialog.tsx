// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { CameraIcon, GlassesIcon, LightIcon, StillIcon } from '@perfuse/ui/graphics/icons.tsx';
import styles from './HelpDialog.module.css';

const TIPS = [
  { key: 'camera', icon: <CameraIcon /> },
  { key: 'light', icon: <LightIcon /> },
  { key: 'accessories', icon: <GlassesIcon /> },
  { key: 'still', icon: <StillIcon /> },
] as const;

export interface HelpDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** How to get a good measurement. */
export function HelpDialog({ isOpen, onClose }: HelpDialogProps): ReactNode {
  const { t } = useTranslation('measurement');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('help.title')}
      actions={<Button onPress={onClose}>{t('ok')}</Button>}
    >
      <ul role="list" className={styles['tips']}>
        {TIPS.map(({ key, icon }) => (
          <li key={key} className={styles['tip']}>
            <span className={styles['icon']}>{icon}</span>
            <span>
              <strong>{t(`help.${key}.title`)}</strong>
              {t(`help.${key}.text`)}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
