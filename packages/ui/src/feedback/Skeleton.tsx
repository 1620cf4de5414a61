// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './Skeleton.module.css';
import { classes } from '../classes.ts';

/** Holds the place of what is still on its way, so that nothing jumps when it comes. Hidden from readers. */
export function Skeleton({
  shape = 'line',
}: {
  readonly shape?: 'title' | 'line' | 'lines' | 'pill' | 'card' | 'tall-card';
}): ReactNode {
  return <span className={classes(styles['skeleton'], styles[shape])} aria-hidden="true" />;
}
