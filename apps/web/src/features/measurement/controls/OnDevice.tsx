// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceChoice } from '../../../components/DeviceChoice.tsx';
import { deviceHistory } from '../../../platform/device-history/device-history.ts';
import { PATHS } from '../../../routes/paths.ts';
import { useAnalysisPlace } from '../../../services/analysis-place.ts';
import { useSession } from '../../../services/use-services.ts';
import { ownerOf } from '../../../session/session-state.ts';
import styles from '../MeasurementScreen.module.css';
import { useIsOffline } from '../../../services/use-is-offline.ts';
import { useIsAtRest, useMeasurement } from '../model/use-measurement.ts';

/**
 * States that nothing is sent and, where the configuration leaves it to the person, offers the choice, before filming.
 */
export function OnDevice(): ReactNode {
  const { t } = useTranslation(['measurement', 'camera-consent']);
  const { places, isOnDevice } = useAnalysisPlace();
  const isOffline = useIsOffline();
  const { callback } = useMeasurement();
  const isAtRest = useIsAtRest();
  const owner = useSession(ownerOf);
  if (places === 'service') return null;
  // An integrator receives the results nevertheless.
  const isForOther = callback.isOn();
  const hasPast = isAtRest && isOnDevice && !isForOther && deviceHistory(owner).isWanted();
  return (
    <div className={styles['onDevice']}>
      {places === 'device' ? (
        <p>{t(isForOther ? 'onDevice.alwaysForOther' : 'onDevice.always')}</p>
      ) : (
        <DeviceChoice isDisabled={!isAtRest}>
          {isForOther ? t('onDevice.chooseForOther') : t('camera-consent:onDevice.choose')}
        </DeviceChoice>
      )}
      <p role="status">
        {isOnDevice && isOffline && t(isForOther ? 'onDevice.offlineForOther' : 'onDevice.offline')}
      </p>
      {hasPast && <Link to={PATHS.history}>{t('onDevice.past')}</Link>}
    </div>
  );
}
