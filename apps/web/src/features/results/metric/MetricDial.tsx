// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { classes } from '@perfuse/ui/classes.ts';
import { Status } from '@perfuse/ui/gauge/Status.tsx';
import styles from './MetricDial.module.css';
import { ExtremeNotice } from './ExtremeNotice.tsx';
import { MetricFacts } from './MetricFacts.tsx';
import { MetricInfoButton } from './MetricInfoButton.tsx';
import type { MetricView } from '../model/outcome-view.ts';
import { Spread } from './Spread.tsx';
import { ScaleDial } from './ScaleDial.tsx';
import { useMetricReading } from '../model/use-metric-reading.ts';

export interface MetricDialProps {
  readonly view: MetricView;
  /** As wide as the screen, else half of it. */
  readonly isWide: boolean;
  /** Whether the dial is drawn. */
  readonly hasGauge: boolean;
}

/** One result on a phone: a dial with its number, uncertainty and origin. */
export function MetricDial({ view, isWide, hasGauge }: MetricDialProps): ReactNode {
  const nameId = useId();
  const reading = useMetricReading(view);
  const { placed, scale } = reading;
  const isMissing = view.channel.value === null;
  return (
    <article
      className={classes(styles['card'], isWide && styles['wide'])}
      data-part="metric"
      aria-labelledby={nameId}
      data-metric={view.id}
    >
      <h2 id={nameId} className={styles['name']}>
        {reading.name}
      </h2>
      <div className={styles['figure']}>
        {hasGauge && scale !== undefined ? (
          <ScaleDial
            scale={scale}
            placed={placed}
            expected={reading.expected}
            number={reading.number}
            hasEdges={isWide}
          />
        ) : (
          <p className={classes(styles['number'], isMissing && styles['missing'])}>
            {reading.number}
          </p>
        )}
      </div>
      <p className={styles['unit']}>
        {reading.unit !== null && <span>{reading.unit}</span>}
        {reading.uncertainty !== null && (
          <span className={styles['uncertainty']}>{reading.uncertainty}</span>
        )}
      </p>
      <div className={styles['status']}>
        {placed !== null && <Status colour={placed.colour}>{placed.word}</Status>}
        {reading.expected !== null && <Spread expected={reading.expected} />}
        {isMissing && <Status colour={null}>{reading.kind}</Status>}
        <ExtremeNotice view={view} />
      </div>
      <div className={styles['end']}>
        <MetricFacts reading={reading} />
        <MetricInfoButton view={view} />
      </div>
    </article>
  );
}
