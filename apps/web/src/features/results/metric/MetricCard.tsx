// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode, type Ref } from 'react';
import { classes } from '@perfuse/ui/classes.ts';
import { GaugeNumber } from '@perfuse/ui/gauge/GaugeNumber.tsx';
import { RingGauge } from '@perfuse/ui/gauge/RingGauge.tsx';
import { Status } from '@perfuse/ui/gauge/Status.tsx';
import styles from './MetricCard.module.css';
import { ExtremeNotice } from './ExtremeNotice.tsx';
import { MetricFacts } from './MetricFacts.tsx';
import { MetricInfoButton } from './MetricInfoButton.tsx';
import { ExpectedRange, MetricRange } from './MetricRange.tsx';
import type { MetricView } from '../model/outcome-view.ts';
import { Spread } from './Spread.tsx';
import { useMetricReading, type MetricReading } from '../model/use-metric-reading.ts';

export interface MetricCardProps {
  readonly view: MetricView;
  /** Whether ring and range bar are drawn. */
  readonly hasGauge: boolean;
  readonly ref?: Ref<HTMLElement>;
}

function Reading({
  reading,
  isMissing,
}: {
  readonly reading: MetricReading;
  readonly isMissing: boolean;
}): ReactNode {
  return (
    <p className={styles['reading']}>
      <GaugeNumber className={styles['number']} isMissing={isMissing}>
        {reading.number}
      </GaugeNumber>
      {reading.unit !== null && <span className={styles['unit']}>{reading.unit}</span>}
      {reading.uncertainty !== null && (
        <span className={styles['uncertainty']}>{reading.uncertainty}</span>
      )}
    </p>
  );
}

/** One result on a desktop: number, unit, position in its range, uncertainty and origin. */
export function MetricCard({ view, hasGauge, ref }: MetricCardProps): ReactNode {
  const nameId = useId();
  const reading = useMetricReading(view);
  const { value } = view.channel;
  const { placed, expected } = reading;
  const isMissing = value === null;
  const colours = reading.scale?.bands.map((band) => band.colour) ?? [];
  const hasRing = hasGauge && view.id === 'wellnessScore';
  return (
    <article
      ref={ref}
      className={classes(styles['card'], hasRing && styles['withRing'])}
      data-part="metric"
      aria-labelledby={nameId}
      data-metric={view.id}
    >
      <header className={styles['header']}>
        <h3 id={nameId} className={styles['name']}>
          {reading.name}
        </h3>
        <MetricInfoButton view={view} />
      </header>
      {hasRing ? (
        <div className={styles['ring']}>
          <RingGauge
            colours={colours}
            number={reading.number}
            reading={placed && { value: placed.value, active: placed.index }}
          />
        </div>
      ) : (
        <Reading reading={reading} isMissing={isMissing} />
      )}
      <div className={styles['status']}>
        {placed !== null && <Status colour={placed.colour}>{placed.word}</Status>}
        {expected !== null && <Spread expected={expected} />}
        {isMissing && <Status colour={null}>{reading.kind}</Status>}
        <ExtremeNotice view={view} />
        {hasRing && reading.uncertainty !== null && (
          <p className={styles['uncertainty']}>{reading.uncertainty}</p>
        )}
      </div>
      <div className={styles['range']}>
        {hasGauge && !hasRing && placed !== null && <MetricRange placed={placed} />}
        {hasGauge && expected !== null && <ExpectedRange expected={expected} />}
      </div>
      <MetricFacts reading={reading} />
    </article>
  );
}
