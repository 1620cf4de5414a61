// SPDX-License-Identifier: Apache-2.0
import type { MouseEvent, ReactNode } from 'react';
import styles from './SkipLink.module.css';

/** The focus goes to the heading of the screen; the address, which is the router's, stays. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector('h1')?.focus();
}

/** The first stop of the Tab key, seen only while it has the focus: past the header, to the screen's heading. */
export function SkipLink({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <a href="#main" className={styles['skip']} onClick={skip}>
      {children}
    </a>
  );
}
