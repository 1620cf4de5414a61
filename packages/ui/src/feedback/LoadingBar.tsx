// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './LoadingBar.module.css';

/** A line along the top of the window while the requested content loads and the current content stays. */
export function LoadingBar({ label }: { readonly label: string }): ReactNode {
  return <div role="status" aria-label={label} className={styles['bar']} />;
}
