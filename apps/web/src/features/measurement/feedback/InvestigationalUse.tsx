// SPDX-License-Identifier: Apache-2.0
/** Texts otherwise on the consent screens: callback mode skips those, and this is the first screen. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';
import styles from '../MeasurementScreen.module.css';
import { useMeasurement, usePhase } from '../model/use-measurement.ts';

/** Shown above everything, in every phase. */
export function InvestigationalLabel(): ReactNode {
  const { t } = useTranslation('export');
  const { callback } = useMeasurement();
  return callback.isOn() ? (
    <div className={styles['label']}>
      <Banner>{t('notice')}</Banner>
    </div>
  ) : null;
}

/** The full text. In small windows without room for it and the camera, it is below, one scroll away. */
export function Disclaimer(): ReactNode {
  const { t } = useTranslation('camera-consent');
  const { callback } = useMeasurement();
  const phase = usePhase();
  return callback.isOn() ? (
    <footer className={styles['disclaimer']} data-part="disclaimer" data-phase={phase}>
      <p>{t('disclaimer')}</p>
    </footer>
  ) : null;
}
