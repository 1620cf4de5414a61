// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { warningOf } from './guidance.ts';
import { useSnapshot } from './use-measurement.ts';
import styles from './Warning.module.css';

/** What to change, on the picture where the person looks. Readers hear it from {@link Announcements}. */
export function Warning(): ReactNode {
  const { t } = useTranslation('measurement');
  const warning = useSnapshot(warningOf);
  if (warning === null) return null;
  return (
    <p className={styles['warning']} aria-hidden="true">
      {t(`guidance.reason.${warning}`)}
    </p>
  );
}
