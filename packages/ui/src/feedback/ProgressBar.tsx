// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { useLocale } from 'react-aria-components/I18nProvider';
import styles from './ProgressBar.module.css';
import { classes } from '../classes.ts';

export interface ProgressBarProps {
  readonly label: string;
  /** 0..100. */
  readonly percent: number;
}

/** Of the first view, which counts every byte: without the library's number formats. */
export function ProgressBar({ label, percent }: ProgressBarProps): ReactNode {
  const labelId = useId();
  const { locale } = useLocale();
  const value = new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100);
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
