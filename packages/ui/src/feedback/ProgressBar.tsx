// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import styles from './ProgressBar.module.css';
import { classes } from '../classes.ts';

export interface ProgressBarProps {
  readonly label: string;
  /** 0..100. */
  readonly percent: number;
  /** The value in words. */
  readonly value: string;
}

/** For the first view: without number formats, the first of which takes a phone nearly a tenth of a second. */
export function ProgressBar({ label, percent, value }: ProgressBarProps): ReactNode {
  const labelId = useId();
  return (
    <div
      role="progressbar"
      aria-labelledby={labelId}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={value}
      className={classes('react-aria-ProgressBar', styles['progress'])}
      data-part="progress"
    >
      <span id={labelId} className={classes('react-aria-Label', styles['label'])}>
        {label}
      </span>
      <span className={styles['value']}>{value}</span>
      <span className={styles['track']}>
        <span
          className={styles['bar']}
          data-part="progress-bar"
          style={{ inlineSize: `${String(percent)}%` }}
        />
      </span>
    </div>
  );
}
