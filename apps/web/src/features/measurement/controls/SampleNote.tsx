// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { useServices } from '../../../services/use-services.ts';
import styles from '../MeasurementScreen.module.css';

/** States that no person is measured, and leads to the person's own measurement. */
export function SampleNote(): ReactNode {
  const { t } = useTranslation('camera');
  const { session } = useServices();
  return (
    <div className={styles['sample']} role="note">
      <p>{t('sample.text')}</p>
      <Button variant="secondary" onPress={() => session.getState().watchSample(false)}>
        {t('sample.leave')}
      </Button>
    </div>
  );
}
