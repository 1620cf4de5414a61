// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './ComingBar.module.css';

/** A line along the top of the window: what the person asked for is on its way, what they see stays until then. */
export function ComingBar({ label }: { readonly label: string }): ReactNode {
  return <div role="status" aria-label={label} className={styles['bar']} />;
}
