// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { USAGE_OUTCOMES, type Usage, type UsageOutcome } from '@perfuse/contract/admin/usage';
import styles from './usage.module.css';

export const OUTCOME_LABELS: Readonly<Record<UsageOutcome, string>> = {
  started: 'Started',
  completed: 'Completed',
  failed: 'Failed',
  abandoned: 'Left',
};
const ENDS = ['completed', 'failed', 'abandoned'] as const;
const HEIGHT = 120;

/** The totals as numbers, and a bar a day of how measurements ended. The table beside it says the same in words. */
export function UsageChart({ usage }: { readonly usage: Usage }): ReactNode {
  const most = Math.max(
    1,
    ...usage.days.map((day) => ENDS.reduce((sum, end) => sum + day[end], 0)),
  );
  return (
    <>
      <dl className={styles['totals']}>
        {USAGE_OUTCOMES.map((outcome) => (
          <div key={outcome} className={styles[outcome]}>
            <dt>{OUTCOME_LABELS[outcome]}</dt>
            <dd>{usage.total[outcome]}</dd>
          </div>
        ))}
      </dl>
      <svg
        className={styles['chart']}
        viewBox={`0 0 ${String(usage.days.length * 10)} ${String(HEIGHT)}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {usage.days.map((day, at) => {
          let top = HEIGHT;
          return ENDS.map((end) => {
            const height = (day[end] / most) * HEIGHT;
            top -= height;
            return (
              <rect
                key={`${day.day}-${end}`}
                className={styles[end]}
                x={at * 10 + 1}
                y={top}
                width={8}
                height={height}
              />
            );
          });
        })}
      </svg>
      <p className={styles['span']}>
        <span>{usage.days[0]?.day}</span>
        <span>{usage.days.at(-1)?.day}</span>
      </p>
    </>
  );
}
