// SPDX-License-Identifier: Apache-2.0
import { Checkbox } from '@perfuse/ui/form/Checkbox.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deviceHistory } from '../../../platform/device-history/device-history.ts';
import { PATHS } from '../../../routes/paths.ts';
import { useAnalysisPlace } from '../../../services/analysis-place.ts';
import { useServices, useSession } from '../../../services/use-services.ts';
import styles from '../MeasurementScreen.module.css';
import { useMeasurement, usePhase } from '../model/use-measurement.ts';

/** That nothing is sent, and where the configuration leaves it to the person, their choice; made before filming. */
export function OnDevice(): ReactNode {
  const { t } = useTranslation('measurement');
  const { session } = useServices();
  const { places, isOnDevice } = useAnalysisPlace();
  const prefers = useSession(({ prefersDevice }) => prefersDevice === true);
  const { callback } = useMeasurement();
  const phase = usePhase();
  if (places === 'service') return null;
  // An integrator gets the results all the same.
  const isForOther = callback.isOn();
  const isOpen = phase === 'idle' || phase === 'cancelled' || phase === 'failed';
  const hasPast = isOnDevice && !isForOther && phase === 'idle' && deviceHistory().isWanted();
  return (
    <div className={styles['onDevice']}>
      {places === 'device' ? (
        <p>{t(isForOther ? 'onDevice.alwaysForOther' : 'onDevice.always')}</p>
      ) : (
        <Checkbox
          isSelected={prefers}
          isDisabled={!isOpen}
          onChange={(isOn) => session.getState().preferDevice(isOn)}
        >
          {t(isForOther ? 'onDevice.chooseForOther' : 'onDevice.choose')}
        </Checkbox>
      )}
      {hasPast && <Link to={PATHS.history}>{t('onDevice.past')}</Link>}
    </div>
  );
}
