// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './Credentials.module.css';

/** Recovery codes in columns; one click selects them all. */
export function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }): ReactNode {
  return (
    <ul role="list" className={styles['codes']} translate="no">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}
