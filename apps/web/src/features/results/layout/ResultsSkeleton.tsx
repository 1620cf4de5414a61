// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Header } from '../../../components/screen/Header.tsx';
import { Logo } from '@perfuse/ui/graphics/Logo.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { useWindowClass } from '@perfuse/ui/layout/use-window-class.ts';
import styles from './ResultsSkeleton.module.css';

const CARDS = [1, 2, 3, 4, 5] as const;

/** The shape of the results while they are loading. */
export function ResultsSkeleton({ label }: { readonly label: string }): ReactNode {
  const { t } = useTranslation('common');
  const windowClass = useWindowClass();
  return (
    <>
      {windowClass === 'phone' ? (
        <header className={styles['bar']}>
          <Logo name={t('productName')} />
        </header>
      ) : (
        <Header />
      )}
      <main className={styles['main']} role="status" aria-label={label}>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="pill" />
        <div className={styles['cards']}>
          {CARDS.map((card) => (
            <Skeleton key={card} shape={card === 1 ? 'tall-card' : 'card'} />
          ))}
        </div>
      </main>
    </>
  );
}
