// SPDX-License-Identifier: Apache-2.0
import type { Enrolment } from '@perfuse/contract/account/second-factor';
import { TotpSecret } from '@perfuse/ui/credentials/TotpSecret.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Credentials.module.css';

/** The key for the authenticator app: to scan, to type, or to open in an app on this device. */
export function AuthenticatorKey({ enrolment }: { readonly enrolment: Enrolment }): ReactNode {
  const { t } = useTranslation('second-factor');
  return (
    <div className={styles['key']}>
      <p>{t('key.scan')}</p>
      <TotpSecret {...enrolment} label={t('key.label')}>
        <a href={enrolment.address} className={styles['openApp']}>
          {t('key.open')}
        </a>
        <p>{t('key.type')}</p>
      </TotpSecret>
    </div>
  );
}
