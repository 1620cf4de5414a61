// SPDX-License-Identifier: Apache-2.0
import { StackedBars } from '@perfuse/ui/chart/StackedBars.tsx';
import type { ReactNode } from 'react';
import { USAGE_OUTCOMES, type Usage, type UsageOutcome } from '@perfuse/contract/admin/usage';
import { formatDate } from '../components/format-date.ts';
import styles from './usage.module.css';

export const OUTCOME_LABELS: Readonly<Record<UsageOutcome, string>> = {
  started: 'Started',
  completed: 'Completed',
  failed: 'Failed',
  abandoned: 'Abandoned',
};
/** The totals as numbers, and one bar per day by outcome of measurements. The table has the same data as text. */
export function UsageChart({ usage }: { readonly usage: Usage }): ReactNode {
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
      <StackedBars
        className={styles['chart']}
        bars={usage.days}
        layers={{
          completed: styles['completed'],
          failed: styles['failed'],
          abandoned: styles['abandoned'],
        }}
      />
      <p className={styles['span']}>
        {[usage.days[0], usage.days.at(-1)].map(
          (end, at) => end !== undefined && <span key={at}>{formatDate(end.day)}</span>,
        )}
      </p>
    </>
  );
}
