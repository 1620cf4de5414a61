// SPDX-License-Identifier: Apache-2.0
import type { MouseEvent, ReactNode } from 'react';
import styles from './SkipLink.module.css';

/** Moves the focus to the screen's heading; the address, which belongs to the router, stays. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('h1')?.focus();
}

/** The first Tab stop, visible only while focused: skips the header to the screen's heading. */
export function SkipLink({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <a href="#main" className={styles['skip']} onClick={skip}>
      {children}
    </a>
  );
}
