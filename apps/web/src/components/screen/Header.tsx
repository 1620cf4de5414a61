// SPDX-License-Identifier: Apache-2.0
import { useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Header.module.css';
import { HeaderEndContext } from './header-context.ts';
import { Logo } from '@perfuse/ui/graphics/Logo.tsx';
import { SkipLink } from '@perfuse/ui/layout/SkipLink.tsx';

export interface HeaderProps {
  /** Above the bar, over the whole width. */
  readonly banner?: ReactNode;
}

/** The bar with the logo, 74 px high. */
export function Header({ banner }: HeaderProps): ReactNode {
  const { t } = useTranslation('common');
  const end = useContext(HeaderEndContext);
  return (
    <header data-part="header">
      <SkipLink>{t('skip')}</SkipLink>
      {banner}
      <div className={styles['bar']}>
        <Logo name={t('productName')} />
        <div className={styles['end']}>{end}</div>
      </div>
    </header>
  );
}
