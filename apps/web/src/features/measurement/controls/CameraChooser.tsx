// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLaunchFacts, useSession } from '../../../services/use-services.ts';
import styles from './CameraChooser.module.css';
import { CameraChooserRecording } from './CameraChooserRecording.tsx';
import { useCamera, useIsRunning, useMeasurement, usePhase } from '../model/use-measurement.ts';

/** The cameras of this machine. Their names are known once camera access was granted. */
function Cameras(): ReactNode {
  const { t } = useTranslation('measurement');
  const { chooseCamera } = useMeasurement();
  const phase = usePhase();
  const running = useIsRunning();
  const id = useId();
  const devices = useCamera((camera) => camera.devices);
  const open = useCamera((camera) => camera.deviceId);
  const preferred = useSession((session) => session.selectedCamera);
  return (
    <div className={styles['chooser']}>
      <label htmlFor={id}>{t('camera.label')}</label>
      <select
        id={id}
        value={open ?? preferred ?? devices[0]?.id}
        disabled={running || phase === 'starting'}
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

/** Which camera to film with, if there is a choice; where the operator allows it, a recording instead. */
export function CameraChooser(): ReactNode {
  const { settings } = useLaunchFacts();
  const hasChoice = useCamera((camera) => camera.devices.length > 1 && camera.recording === null);
  return (
    <>
      {hasChoice && <Cameras />}
      {settings.recordedSource === true && <CameraChooserRecording />}
    </>
  );
}
