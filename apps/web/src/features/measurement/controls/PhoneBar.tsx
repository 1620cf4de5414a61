// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { stepBeforeCamera } from '../../../routes/before-camera.ts';
import { useSession } from '../../../services/use-services.ts';
import styles from './PhoneBar.module.css';
import { useScreenLightSwitch } from './use-screen-light-switch.ts';
import { useIsRunning, useMeasurement, usePhase } from '../model/use-measurement.ts';

const ICONS = {
  close: 'm6 6 12 12M18 6 6 18',
  help: 'M9.300 9.200a2.800 2.800 0 1 1 3.900 2.600c-.8.4-1.200 1-1.200 1.900v.4M12 17.300v.1',
  light:
    'M12 3v2M5.600 5.600 7 7M3 12h2M19 12h2M17 7l1.400-1.400M9 18h6M10 21h4M9.500 15.500a4.500 4.500 0 1 1 5 0V18h-5z',
  flip: 'M4.500 12a7.500 7.500 0 0 1 13-5.100M19.500 12a7.500 7.500 0 0 1-13 5.100M17.800 3v4h-4M6.200 21v-4h4',
} as const;

interface RoundButtonProps {
  readonly icon: keyof typeof ICONS;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

function RoundButton({ icon, label, isDisabled = false, onPress }: RoundButtonProps): ReactNode {
  return (
    <Button
      aria-label={label}
      isDisabled={isDisabled}
      onPress={onPress}
      className={`react-aria-Button ${styles['round'] ?? ''}`}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={ICONS[icon]} />
      </svg>
    </Button>
  );
}

/** On phones, the button next to the text would leave no room for the picture. */
function LightButton(): ReactNode {
  const { t } = useTranslation('measurement');
  const { isShown, isOn, toggle } = useScreenLightSwitch();
  return isShown ? (
    <Button
      aria-label={isOn ? t('screenLight.off') : t('screenLight.on')}
      onPress={toggle}
      className={`react-aria-Button ${styles['light'] ?? ''}`}
      data-on={isOn}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={ICONS.light} />
      </svg>
      {t('screenLight.light')}
    </Button>
  ) : null;
}

/** On phones, above the picture: close, light, help, flip the camera. */
export function PhoneBar({ onHelp }: { readonly onHelp: () => void }): ReactNode {
  const { t } = useTranslation('measurement');
  const { flipCamera, cancelToCallback: giveUp, callback } = useMeasurement();
  const phase = usePhase();
  const navigate = useNavigate();
  const running = useIsRunning();
  const isSample = useSession((session) => session.isSample);
  const before = useSession(stepBeforeCamera);
  const busy = running || phase === 'starting';
  return (
    <div className={styles['bar']}>
      <RoundButton
        icon="close"
        label={t('bar.close')}
        onPress={() => (callback.isOn() ? giveUp() : void navigate(before))}
      />
      <span className={styles['gap']}>
        <LightButton />
      </span>
      <RoundButton icon="help" label={t('bar.help')} onPress={onHelp} />
      <RoundButton
        icon="flip"
        label={t('bar.flip')}
        isDisabled={busy || isSample}
        onPress={flipCamera}
      />
    </div>
  );
}
