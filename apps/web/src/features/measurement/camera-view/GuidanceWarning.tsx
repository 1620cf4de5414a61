// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { warningOf } from '../feedback/guidance.ts';
import { useSnapshot } from '../model/use-measurement.ts';
import styles from './GuidanceWarning.module.css';

/** What to change, shown on the picture where the person looks. Screen readers get it from {@link Announcements}. */
export function GuidanceWarning(): ReactNode {
  const { t } = useTranslation('measurement');
  const warning = useSnapshot(warningOf);
  if (warning === null) return null;
  return (
    <p className={styles['warning']} aria-hidden="true">
      {t(`guidance.reason.${warning}`)}
    </p>
  );
}
