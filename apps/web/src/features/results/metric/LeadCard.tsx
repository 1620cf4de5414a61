// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { Status } from '@perfuse/ui/gauge/Status.tsx';
import styles from './MetricCard.module.css';
import { ExtremeNotice } from './ExtremeNotice.tsx';
import { MetricFacts } from './MetricFacts.tsx';
import { MetricInfoButton } from './MetricInfoButton.tsx';
import type { MetricView } from '../model/outcome-view.ts';
import { ScaleDial } from './ScaleDial.tsx';
import { useMetricReading } from '../model/use-metric-reading.ts';

/** The heart rate on a desktop: the first and largest number, on a dial. */
export function LeadCard({ view }: { readonly view: MetricView }): ReactNode {
  const nameId = useId();
  const reading = useMetricReading(view);
  const { placed, scale } = reading;
  if (scale === undefined) return null;
  return (
    <article
      className={styles['lead']}
      data-part="metric"
      aria-labelledby={nameId}
      data-metric={view.id}
      data-lead
    >
      <header className={styles['header']}>
        <h3 id={nameId} className={styles['name']}>
          {reading.name}
        </h3>
        <MetricInfoButton view={view} />
      </header>
      <div className={styles['dial']}>
        <ScaleDial
          scale={scale}
          placed={placed}
          expected={reading.expected}
          number={reading.number}
          hasEdges
        />
        <p className={styles['below']}>
          {reading.unit !== null && <span>{reading.unit}</span>}
          {reading.uncertainty !== null && <span>{reading.uncertainty}</span>}
        </p>
        <div className={styles['verdict']}>
          {placed !== null && <Status colour={placed.colour}>{placed.word}</Status>}
          {view.channel.value === null && <Status colour={null}>{reading.kind}</Status>}
        </div>
      </div>
      <ExtremeNotice view={view} />
      <MetricFacts reading={reading} />
    </article>
  );
}
