// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './MeasurementScreen.module.css';
import { usePhase, useSnapshot } from './use-measurement.ts';

const EVERY_S = 5;

/** The countdown for readers: every five seconds, not every one. */
export function Announcements(): ReactNode {
  const { t } = useTranslation('measurement');
  const phase = usePhase();
  const seconds = useSnapshot(({ context }) => Math.ceil(context.secondsLeft / EVERY_S) * EVERY_S);
  return (
    <p className={styles['unseen']} role="status">
      {phase === 'measuring' ? t('secondsLeft', { count: seconds }) : ''}
    </p>
  );
}
