// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './Banner.module.css';

/** One line across the whole width of the window. */
export function Banner({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p className={styles['banner']} data-part="banner" role="note">
      {children}
    </p>
  );
}
