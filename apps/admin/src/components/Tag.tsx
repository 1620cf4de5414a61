// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { classes } from '@perfuse/ui/classes.ts';
import styles from './components.module.css';

/** A state in one word. */
export function Tag({
  tone,
  children,
}: {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly children: ReactNode;
}): ReactNode {
  return <span className={classes(styles['tag'], styles[tone])}>{children}</span>;
}
