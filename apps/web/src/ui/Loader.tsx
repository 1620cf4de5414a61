// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './Loader.module.css';
import { LogoMark } from './Logo.tsx';

/** Fills the window while something is on its way. It appears only after a moment: most waits are shorter. */
export function Loader({ label }: { readonly label: string }): ReactNode {
  return (
    <div className={styles['loader']} role="status" aria-label={label}>
      <span className={styles['mark']}>
        <LogoMark size={56} />
      </span>
    </div>
  );
}
