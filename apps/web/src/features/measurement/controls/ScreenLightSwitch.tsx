// SPDX-License-Identifier: Apache-2.0
import { Button } from '@perfuse/ui/form/Button.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ScreenLightSwitch.module.css';
import { useScreenLightSwitch } from './use-screen-light-switch.ts';

/** Uses the screen as a lamp. On phones the button is in the bar above the picture. */
export function ScreenLightSwitch(): ReactNode {
  const { t } = useTranslation('measurement');
  const { isShown, isOn, toggle } = useScreenLightSwitch();
  return isShown ? (
    <div className={styles['switch']}>
      <Button variant="secondary" onPress={toggle}>
        {isOn ? t('screenLight.off') : t('screenLight.on')}
      </Button>
      <p className={styles['hint']} role="status">
        {isOn ? t('screenLight.hint') : ''}
      </p>
    </div>
  ) : null;
}
