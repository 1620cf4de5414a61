// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useWindowClass } from '@perfuse/ui/layout/use-window-class.ts';
import { MetricCard } from '../features/results/metric/MetricCard.tsx';
import { MetricDial } from '../features/results/metric/MetricDial.tsx';
import { METRICS, type MetricId } from '../metrics/metrics.ts';
import phone from '../features/results/layout/PhoneResults.module.css';
import sections from '../features/results/layout/ResultSections.module.css';
import type { BandScale } from '../metrics/bands.ts';
import styles from './Gallery.module.css';

const SCALED = ['heartRate', 'systolic', 'heartRateVariability', 'bodyMassIndex'] as const;

/** The middle of each band, and a missing value. */
function valuesOf(id: MetricId): readonly (number | null)[] {
  const { scale }: { scale?: BandScale } = METRICS[id];
  if (scale === undefined) return [null];
  const ends = [scale.drawn[0], ...scale.edges, scale.drawn[1]];
  return [...scale.bands.map((_, at) => ((ends[at] ?? 0) + (ends[at + 1] ?? 0)) / 2), null];
}

const viewOf = (id: MetricId, value: number | null) => ({
  id,
  channel: {
    value,
    unit: '',
    kind: value === null ? ('missing' as const) : ('measured' as const),
    source: '',
    ...(value === null ? { reason: 'low-signal' } : { uncertainty: Math.abs(value) * 0.06 }),
  },
});

/** Dials, range bars and the ring in every band. */
export function GaugesStory(): ReactNode {
  // Cards exist only on desktops: a phone shows dials.
  const cards =
    useWindowClass() === 'desktop'
      ? `${sections['sections'] ?? ''} ${sections['cards'] ?? ''}`
      : '';
  return (
    <main className={styles['main']}>
      <h1>Gauges</h1>
      {SCALED.map((id) => (
        <section key={id} className={styles['part']}>
          <h2>{id}</h2>
          <div className={cards}>
            {valuesOf(id).map((value) => (
              <MetricCard key={String(value)} view={viewOf(id, value)} hasGauge />
            ))}
          </div>
          <div className={styles['container']}>
            <div className={phone['dials']}>
              {valuesOf(id).map((value) => (
                <MetricDial key={String(value)} view={viewOf(id, value)} isWide={false} hasGauge />
              ))}
            </div>
          </div>
        </section>
      ))}
      <section className={styles['part']}>
        <h2>wellnessScore</h2>
        <div className={cards}>
          {[0, 20, 39.9, 74, 100, null].map((value) => (
            <MetricCard key={String(value)} view={viewOf('wellnessScore', value)} hasGauge />
          ))}
        </div>
      </section>
    </main>
  );
}
