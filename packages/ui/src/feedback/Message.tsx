// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './Message.module.css';
import { classes } from '../classes.ts';

export interface MessageProps {
  readonly tone: 'info' | 'error';
  /** Null while there is no message; the element stays, so that screen readers announce changes. */
  readonly children: ReactNode;
}

/** Success or failure of an action, above a form. Announced when it appears. */
export function Message({ tone, children }: MessageProps): ReactNode {
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={styles['place']}>
      {children !== null && children !== false && children !== undefined && (
        <p className={classes(styles['message'], styles[tone])}>{children}</p>
      )}
    </div>
  );
}
