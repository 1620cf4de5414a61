// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { warningOf } from './guidance.ts';
import styles from '../MeasurementScreen.module.css';
import { usePhase, useSnapshot } from '../model/use-measurement.ts';

const EVERY_S = 5;

/** For screen readers: what to change, and the countdown every five seconds, not every second. Both are polite. */
export function Announcements(): ReactNode {
  const { t } = useTranslation('measurement');
  const phase = usePhase();
  const warning = useSnapshot(warningOf);
  const seconds = useSnapshot(({ context }) => Math.ceil(context.secondsLeft / EVERY_S) * EVERY_S);
  return (
    <>
      <p className={styles['unseen']} role="status">
        {warning === null ? '' : t(`guidance.reason.${warning}`)}
      </p>
      <p className={styles['unseen']} role="status">
        {phase === 'measuring' ? t('secondsLeft', { count: seconds }) : ''}
      </p>
    </>
  );
}
