// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { useIsCallbackMode, useSession, useSignedInUser } from '../../services/use-services.ts';
import { EnterIcon, LeaveIcon, PersonIcon } from '@perfuse/ui/graphics/header-icons.tsx';
import { LanguageSwitch } from '../language/LanguageSwitch.tsx';
import styles from './HeaderAccount.module.css';

interface AccountLinkProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly children: string;
}

/** An icon with its label; on phones the label is for screen readers only. */
function AccountLink({ to, icon, children }: AccountLinkProps): ReactNode {
  return (
    <Link to={to} aria-label={children}>
      {icon}
      <span className={styles['word']} aria-hidden="true">
        {children}
      </span>
    </Link>
  );
}

function AccountLinks(): ReactNode {
  const { t } = useTranslation('session');
  const { pathname } = useLocation();
  const user = useSignedInUser();
  const isCallbackMode = useIsCallbackMode();
  const hasConsented = useSession((session) => session.consentCompleted);
  const isAt = (path: string): boolean => pathname.startsWith(path);
  if (isCallbackMode) return null;
  return (
    <nav className={styles['account']} aria-label={t('account')}>
      {(hasConsented || user !== null) && !isAt(PATHS.myProfile) && (
        <AccountLink to={PATHS.myProfile} icon={<PersonIcon />}>
          {t('myProfile')}
        </AccountLink>
      )}
      {user === null
        ? !isAt(PATHS.login) && (
            <AccountLink to={PATHS.login} icon={<EnterIcon />}>
              {t('signIn')}
            </AccountLink>
          )
        : !isAt(PATHS.logout) && (
            <AccountLink to={PATHS.logout} icon={<LeaveIcon />}>
              {t('signOut')}
            </AccountLink>
          )}
    </nav>
  );
}

/** At the end of every header: the language, the sign-in for guests, the link to one's consent, and the sign-out. */
export function HeaderAccount(): ReactNode {
  return (
    <>
      <LanguageSwitch />
      <AccountLinks />
    </>
  );
}
