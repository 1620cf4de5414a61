// SPDX-License-Identifier: Apache-2.0
import type { Enrolment } from '@perfuse/contract/account/second-factor';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '@perfuse/ui/graphics/QrCode.tsx';
import styles from './Credentials.module.css';

/** The secret for the app: as a code to scan, and in groups of four to type. */
export function KeyToScan({ enrolment }: { readonly enrolment: Enrolment }): ReactNode {
  const { t } = useTranslation('second-factor');
  return (
    <>
      <p>{t('key.scan')}</p>
      <div className={styles['qrCode']}>
        <QrCode address={enrolment.address} label={t('key.label')} />
      </div>
      <p>
        {t('key.type')}{' '}
        <a href={enrolment.address} className={styles['openApp']}>
          {t('key.open')}
        </a>
      </p>
      <code className={styles['secret']} translate="no">
        {enrolment.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
      </code>
    </>
  );
}
