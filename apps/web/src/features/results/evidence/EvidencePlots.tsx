// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '@perfuse/contract/results/evidence';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatValue } from '../../../metrics/metric-format.ts';
import { METRICS, type MetricId } from '../../../metrics/metrics.ts';
import { Disclosure } from '@perfuse/ui/layout/Disclosure.tsx';
import { BeatIntervals } from './BeatIntervals.tsx';
import styles from './Evidence.module.css';
import { IntervalTable, MethodTable } from './EvidenceTables.tsx';
import { IntervalLegend } from './IntervalKinds.tsx';
import { PulseSpectrum } from './PulseSpectrum.tsx';
import { PulseWave } from './PulseWave.tsx';
import { spectrumSeries } from './series.ts';

export interface EvidencePlotsProps {
  readonly evidence: Evidence;
  /** Results that the charts show, too: heart rate per minute, variability in ms. */
  readonly heartRate: number | null;
  readonly sdnn: number | null;
}

interface FigureProps {
  readonly title: string;
  readonly text: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Figure({ title, text, isWide = false, children }: FigureProps): ReactNode {
  return (
    <figure className={styles['figure']} data-wide={isWide || undefined}>
      <figcaption>
        <h3 className={styles['title']}>{title}</h3>
        <p className={styles['text']}>{text}</p>
      </figcaption>
      {children}
    </figure>
  );
}

/** The charts, in a chunk that is loaded when they come near the viewport. */
export function EvidencePlots({ evidence, heartRate, sdnn }: EvidencePlotsProps): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const isBelieved = evidence.withheld === null;
  const hasBeats = evidence.intervals.length > 1;
  const { peak } = spectrumSeries(evidence, heartRate);
  const written = (id: MetricId, value: number): string =>
    formatValue(METRICS[id], value, i18n.language);
  return (
    <div className={styles['figures']}>
      <Figure
        title={t('wave.title')}
        text={isBelieved ? t('wave.text', { count: evidence.beatsMs.length }) : t('wave.weak')}
        isWide
      >
        <div className={styles['scroller']}>
          <div className={styles['long']}>
            <PulseWave evidence={evidence} />
          </div>
        </div>
      </Figure>
      <Figure
        title={t('spectrum.title')}
        text={
          isBelieved ? t('spectrum.text', { rate: written('heartRate', peak) }) : t('spectrum.weak')
        }
      >
        <PulseSpectrum evidence={evidence} heartRate={heartRate} />
      </Figure>
      {hasBeats && (
        <Figure
          title={t('intervals.title')}
          text={
            sdnn === null
              ? t('intervals.unsure')
              : t('intervals.text', { sdnn: written('heartRateVariability', sdnn) })
          }
        >
          <BeatIntervals evidence={evidence} sdnn={sdnn} />
          <IntervalLegend />
        </Figure>
      )}
      <div className={styles['tables']}>
        <MethodTable evidence={evidence} />
        {hasBeats && (
          <Disclosure title={t('asTable')} level={3}>
            <IntervalTable evidence={evidence} />
          </Disclosure>
        )}
      </div>
    </div>
  );
}
