// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useStore } from 'zustand';
import { PATHS } from '../../app/routes/paths.ts';
import { useServices, useSession, useSignedInUser } from '../../app/use-services.ts';
import { visitServicesOf } from '../../app/visit-services.ts';
import { PersonIcon } from '../../ui/icons.tsx';
import styles from './HeaderAccount.module.css';

/** At the end of every header: the way in for guests, the way to one's consent, and the way out. */
export function HeaderAccount(): ReactNode {
  const { t } = useTranslation('session');
  const { pathname } = useLocation();
  const user = useSignedInUser();
  const { visit } = visitServicesOf(useServices());
  const isCallback = useStore(visit, (state) => state.resultsCallbackUrl !== null);
  const hasConsented = useSession((session) => session.consentCompleted);
  const isAt = (path: string): boolean => pathname.startsWith(path);
  if (isCallback) return null;
  return (
    <nav className={styles['account']} aria-label={t('account')}>
      {hasConsented && !isAt(PATHS.myProfile) && (
        <Link className={styles['profile']} to={PATHS.myProfile} aria-label={t('myProfile')}>
          <PersonIcon />
          <span className={styles['word']} aria-hidden="true">
            {t('myProfile')}
          </span>
        </Link>
      )}
      {user === null
        ? !isAt(PATHS.login) && <Link to={PATHS.login}>{t('signIn')}</Link>
        : !isAt(PATHS.logout) && <Link to={PATHS.logout}>{t('signOut')}</Link>}
    </nav>
  );
}
