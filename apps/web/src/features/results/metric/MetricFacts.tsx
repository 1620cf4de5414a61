// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { classes } from '@perfuse/ui/classes.ts';
import styles from './MetricFacts.module.css';
import type { MetricReading } from '../model/use-metric-reading.ts';

export interface MetricFactsProps {
  readonly reading: MetricReading;
}

/** How a number was obtained, the range it moved through, and why it is missing or weak. */
export function MetricFacts({ reading }: MetricFactsProps): ReactNode {
  const { origin } = reading;
  return (
    <div className={styles['facts']}>
      {/* A missing value says so in its status. */}
      {origin !== 'missing' && (
        <span className={classes(styles['kind'], styles[origin])}>{reading.kind}</span>
      )}
      {reading.moved !== null && <p className={styles['reason']}>{reading.moved}</p>}
      {reading.reason !== null && <p className={styles['reason']}>{reading.reason}</p>}
    </div>
  );
}
