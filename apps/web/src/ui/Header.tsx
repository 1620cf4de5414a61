// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Header.module.css';
import { Logo } from './Logo.tsx';

/** The bar with the logo, 74 px high; `children` go to its far end. */
export function Header({ children }: { readonly children?: ReactNode }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <header className={styles['header']}>
      <Logo name={t('productName')} />
      <div className={styles['end']}>{children}</div>
    </header>
  );
}
