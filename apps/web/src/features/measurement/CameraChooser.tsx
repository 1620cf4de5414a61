// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/use-services.ts';
import styles from './CameraChooser.module.css';
import { useCamera, useMeasurement, usePhase } from './use-measurement.ts';

/** Which camera to film with; only where there is a choice. Names are known once the camera was allowed. */
export function CameraChooser(): ReactNode {
  const { t } = useTranslation('measurement');
  const { chooseCamera } = useMeasurement();
  const phase = usePhase();
  const id = useId();
  const devices = useCamera((camera) => camera.devices);
  const open = useCamera((camera) => camera.deviceId);
  const preferred = useSession((session) => session.selectedCamera);
  if (devices.length < 2) return null;
  return (
    <div className={styles['chooser']}>
      <label htmlFor={id}>{t('camera.label')}</label>
      <select
        id={id}
        value={open ?? preferred ?? devices[0]?.id}
        disabled={phase === 'measuring' || phase === 'analysing' || phase === 'starting'}
        onChange={(event) => chooseCamera(event.target.value)}
      >
        {devices.map((device, place) => (
          <option key={device.id} value={device.id}>
            {device.name === '' ? t('camera.numbered', { number: place + 1 }) : device.name}
          </option>
        ))}
      </select>
    </div>
  );
}
