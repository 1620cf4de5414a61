// SPDX-License-Identifier: Apache-2.0
import { Button } from '@perfuse/ui/form/Button.tsx';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isDarkBefore } from '../feedback/guidance.ts';
import {
  useIsRunning,
  useMeasurement,
  useScreenLight,
  useSnapshot,
} from '../model/use-measurement.ts';
import styles from './ScreenLightSwitch.module.css';

/** Offered when the picture is dark, and from then on: the light itself may be what keeps it bright. */
export function ScreenLightSwitch(): ReactNode {
  const { t } = useTranslation('measurement');
  const { screenLight } = useMeasurement();
  const isOn = useScreenLight();
  const isDark = useSnapshot(isDarkBefore);
  const isRunning = useIsRunning();
  const [isOffered, setOffered] = useState(isOn);
  if (isDark && !isOffered) setOffered(true);
  // While filming the light stays as it is.
  if (!isOffered || isRunning) return null;
  return (
    <div className={styles['switch']} data-part="screen-light">
      <Button variant="secondary" onPress={() => screenLight.setState(!isOn, true)}>
        {isOn ? t('screenLight.off') : t('screenLight.on')}
      </Button>
      <p className={styles['hint']} role="status">
        {isOn ? t('screenLight.hint') : ''}
      </p>
    </div>
  );
}
