// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '@perfuse/ui/layout/Disclosure.tsx';
import { MetricInfoButton } from '../metric/MetricInfoButton.tsx';
import type { MetricView } from '../model/outcome-view.ts';
import { useMetricReading } from '../model/use-metric-reading.ts';
import styles from './NotAvailable.module.css';

function Unavailable({ view }: { readonly view: MetricView }): ReactNode {
  const { name, reason } = useMetricReading(view);
  return (
    <li className={styles['metric']} data-metric={view.id}>
      <div>
        <h3 className={styles['name']}>{name}</h3>
        <p className={styles['reason']}>{reason}</p>
      </div>
      <MetricInfoButton view={view} />
    </li>
  );
}

/** The metrics without a value for anybody, collapsed: stated once, and not in place of results. */
export function NotAvailable({ metrics }: { readonly metrics: readonly MetricView[] }): ReactNode {
  const { t } = useTranslation('results');
  if (metrics.length === 0) return null;
  return (
    <Disclosure title={t('notAvailable')}>
      <ul role="list" className={styles['metrics']}>
        {metrics.map((view) => (
          <Unavailable key={view.id} view={view} />
        ))}
      </ul>
    </Disclosure>
  );
}
