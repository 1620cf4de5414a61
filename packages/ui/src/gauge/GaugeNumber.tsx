// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './GaugeNumber.module.css';

export interface GaugeNumberProps {
  /** Place and size. */
  readonly className: string | undefined;
  readonly isMissing: boolean;
  readonly children: string;
}

/** The large number of a gauge or a card. */
export function GaugeNumber({ className, isMissing, children }: GaugeNumberProps): ReactNode {
  return (
    <span className={classes(styles['number'], isMissing && styles['missing'], className)}>
      {children}
    </span>
  );
}
