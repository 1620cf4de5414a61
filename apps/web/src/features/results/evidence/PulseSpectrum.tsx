// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '@perfuse/contract/results/evidence';
import { linePath, type ChartFrame } from '@perfuse/ui/chart/frame.ts';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { formatValue } from '../../../metrics/metric-format.ts';
import { METRICS } from '../../../metrics/metrics.ts';
import { Axes, margins, PLOT_HEIGHT } from './axes.tsx';
import { Plot } from './Plot.tsx';
import styles from './Plot.module.css';
import { spectrumSeries } from './series.ts';

interface PeakProps {
  readonly frame: ChartFrame;
  readonly rate: number;
  readonly text: string;
}

/** A line at the heart rate, with its number next to it. */
function Peak({ frame, rate, text }: PeakProps): ReactNode {
  const x = frame.x(rate);
  const isLeft = x < (frame.left + frame.right) / 2;
  return (
    <>
      <line className={styles['peak']} x1={x} x2={x} y1={frame.top} y2={frame.bottom} />
      <text
        className={styles['peakText']}
        x={x + (isLeft ? 6 : -6)}
        y={frame.top + 12}
        textAnchor={isLeft ? 'start' : 'end'}
      >
        {text}
      </text>
    </>
  );
}

export interface PulseSpectrumProps {
  readonly evidence: Evidence;
  /** The result, per minute. */
  readonly heartRate: number | null;
}

/** The spectrum of the pulse; for an accepted pulse with the heart rate and the bands that count as signal. */
export function PulseSpectrum({ evidence, heartRate }: PulseSpectrumProps): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const { language } = i18n;
  const { rate, power, peak, bands } = useMemo(
    () => spectrumSeries(evidence, heartRate),
    [evidence, heartRate],
  );
  const isBelieved = evidence.withheld === null;
  const number = (value: number): string => formatNumber(value, 0, language);
  return (
    <Plot
      label={t('spectrum.title')}
      points={rate}
      heightAt={(index) => power[index] ?? null}
      height={PLOT_HEIGHT}
      margin={margins(false)}
      y={[0, 1.12]}
      readout={(index) =>
        t('spectrum.at', {
          rate: number(rate[index] ?? 0),
          percent: new Intl.NumberFormat(language, { style: 'percent' }).format(power[index] ?? 0),
        })
      }
    >
      {(frame) => (
        <>
          {isBelieved &&
            bands.map(([from, to]) => (
              <rect
                key={from}
                className={styles['band']}
                x={frame.x(from)}
                y={frame.top}
                width={frame.x(to) - frame.x(from)}
                height={frame.bottom - frame.top}
              />
            ))}
          <Axes frame={frame} label={t('axis.rate')} language={language} />
          <path className={styles['line']} d={linePath(frame, rate, power)} />
          {isBelieved && (
            <Peak
              frame={frame}
              rate={peak}
              text={t('spectrum.rate', { rate: formatValue(METRICS.heartRate, peak, language) })}
            />
          )}
        </>
      )}
    </Plot>
  );
}
