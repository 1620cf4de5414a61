// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '@perfuse/contract/results/evidence';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { formatValue } from '../../../metrics/metric-format.ts';
import { METRICS } from '../../../metrics/metrics.ts';
import { IntervalLegend } from '../evidence/IntervalKinds.tsx';
import { spectrumSeries, spread, tachogram, waveSeries } from '../evidence/series.ts';
import styles from './PrintReport.module.css';
import { StaticPlot } from './StaticPlot.tsx';

/** Seconds of the wave in one strip of paper. */
const STRIP_S = 10;

function Strips({ evidence }: { readonly evidence: Evidence }): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const { time, wave, beats } = waveSeries(evidence);
  const limits = spread(
    wave.filter((value) => value !== null),
    0.1,
  );
  const end = time.at(-1) ?? 0;
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(end / STRIP_S)) },
    (_, k) => k * STRIP_S,
  );
  return starts.map((from) => {
    const isHere = (at: number): boolean => at >= from && at <= from + STRIP_S;
    // An empty point at the end gives a shorter strip the scale of the others.
    const indices = time.flatMap((at, k) => (isHere(at) ? [k] : []));
    return (
      <StaticPlot
        key={from}
        label={t('wave.title')}
        x={[...indices.map((k) => time[k] ?? 0), from + STRIP_S]}
        y={[...indices.map((k) => wave[k] ?? null), null]}
        limits={limits}
        marks={beats.flatMap(({ time: at, height }) =>
          isHere(at) && height !== null ? [{ x: at, y: height }] : [],
        )}
        ticks={Array.from({ length: STRIP_S / 2 + 1 }, (_, k) => ({
          x: from + 2 * k,
          text: t('wave.at', { seconds: formatNumber(from + 2 * k, 0, i18n.language) }),
        }))}
        height={92}
      />
    );
  });
}

export interface PrintEvidenceProps {
  readonly evidence: Evidence;
  /** The result, per minute. */
  readonly heartRate: number | null;
}

/** The evidence on paper: the wave in strips of ten seconds, the spectrum, the intervals. */
export function PrintEvidence({ evidence, heartRate }: PrintEvidenceProps): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const spectrum = spectrumSeries(evidence, heartRate);
  const { intervals } = tachogram(evidence);
  const used = intervals.flatMap(({ ms, use }) => (use === 'left-out' ? [] : [ms]));
  const number = (value: number): string => formatNumber(value, 0, i18n.language);
  const rates = [60, 90, 120, 150, 180, 210].filter((rate) => rate < (spectrum.rate.at(-1) ?? 0));
  return (
    <>
      <figure className={styles['figure']}>
        <figcaption>{t('wave.title')}</figcaption>
        <Strips evidence={evidence} />
      </figure>
      <figure className={styles['figure']}>
        <figcaption>
          {t('caption', {
            title: t('spectrum.title'),
            detail: t('spectrum.rate', {
              rate: formatValue(METRICS.heartRate, spectrum.peak, i18n.language),
            }),
          })}
        </figcaption>
        <StaticPlot
          label={t('spectrum.title')}
          x={spectrum.rate}
          y={spectrum.power}
          limits={[0, 1.05]}
          bands={spectrum.bands}
          ticks={rates.map((rate) => ({ x: rate, text: number(rate) }))}
        />
      </figure>
      {intervals.length > 1 && (
        <figure className={styles['figure']}>
          <figcaption>
            {used.length === 0
              ? t('intervals.title')
              : t('caption', {
                  title: t('intervals.title'),
                  detail: t('intervals.span', {
                    low: number(Math.min(...used)),
                    high: number(Math.max(...used)),
                  }),
                })}
          </figcaption>
          <StaticPlot
            label={t('intervals.title')}
            x={intervals.map(({ time }) => time)}
            y={intervals.map(({ ms }) => ms)}
            limits={spread(
              intervals.map(({ ms }) => ms),
              0.2,
            )}
            marks={intervals.map(({ time, ms, use }) => ({ x: time, y: ms, use }))}
            ticks={Array.from({ length: 7 }, (_, k) => 5 * k).map((seconds) => ({
              x: seconds,
              text: t('wave.at', { seconds: number(seconds) }),
            }))}
          />
          <IntervalLegend />
        </figure>
      )}
    </>
  );
}
