// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../../../routes/paths.ts';
import { PersonIcon } from '@perfuse/ui/graphics/header-icons.tsx';
import { Logo } from '@perfuse/ui/graphics/Logo.tsx';
import { SkipLink } from '@perfuse/ui/layout/SkipLink.tsx';
import { LanguageSwitch } from '../../language/LanguageSwitch.tsx';
import styles from './PhoneHeader.module.css';

export interface PhoneHeaderProps {
  readonly banner: ReactNode;
  readonly hasProfile: boolean;
}

/** The bar of the results on a phone: Done, logo, profile. */
export function PhoneHeader({ banner, hasProfile }: PhoneHeaderProps): ReactNode {
  const { t } = useTranslation(['results', 'common']);
  return (
    <header>
      <SkipLink>{t('common:skip')}</SkipLink>
      {banner}
      <div className={styles['bar']}>
        <Link className={styles['done']} to={PATHS.measurement}>
          {t('done')}
        </Link>
        <Logo name={t('common:productName')} />
        <div className={styles['end']}>
          <LanguageSwitch />
          {hasProfile && (
            <Link className={styles['profile']} to={PATHS.myProfile} aria-label={t('myProfile')}>
              <PersonIcon />
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}
