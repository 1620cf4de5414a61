// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';
import styles from './ProgressBar.module.css';
import { classes } from '../classes.ts';

export interface ProgressBarProps {
  readonly label: string;
  /** 0..100. */
  readonly percent: number;
}

export function ProgressBar({ label, percent }: ProgressBarProps): ReactNode {
  return (
    <AriaProgressBar
      value={percent}
      className={classes('react-aria-ProgressBar', styles['progress'])}
      data-part="progress"
    >
      {({ valueText }) => (
        <>
          <Label className={classes('react-aria-Label', styles['label'])}>{label}</Label>
          <span className={styles['value']}>{valueText}</span>
          <span className={styles['track']}>
            <span
              className={styles['bar']}
              data-part="progress-bar"
              style={{ inlineSize: `${String(percent)}%` }}
            />
          </span>
        </>
      )}
    </AriaProgressBar>
  );
}
