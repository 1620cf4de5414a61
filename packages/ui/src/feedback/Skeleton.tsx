// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './Skeleton.module.css';
import { classes } from '../classes.ts';

/** Placeholder for content that is still loading, so that the layout does not jump. Hidden from screen readers. */
export function Skeleton({
  shape = 'line',
}: {
  readonly shape?: 'title' | 'line' | 'lines' | 'pill' | 'card' | 'tall-card';
}): ReactNode {
  return <span className={classes(styles['skeleton'], styles[shape])} aria-hidden="true" />;
}
