// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '@perfuse/contract/results/evidence';
import { linePath, type ChartFrame } from '@perfuse/ui/chart/frame.ts';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { Axes, margins, PLOT_HEIGHT } from './axes.tsx';
import { IntervalMark } from './IntervalKinds.tsx';
import { Plot } from './Plot.tsx';
import styles from './Plot.module.css';
import { spread, tachogram } from './series.ts';

/** Minimum height of the axis, ms: small variations should not fill the chart. */
const MIN_RANGE_MS = 120;

export interface BeatIntervalsProps {
  readonly evidence: Evidence;
  /** Their standard deviation as the result shows it, ms; null when it was not computed. */
  readonly sdnn: number | null;
}

interface DeviationProps {
  readonly frame: ChartFrame;
  readonly mean: number;
  readonly sdnn: number;
}

function Deviation({ frame, mean, sdnn }: DeviationProps): ReactNode {
  const { left, right } = frame;
  const top = frame.y(mean + sdnn);
  return (
    <>
      <rect
        className={styles['band']}
        x={left}
        y={top}
        width={right - left}
        height={frame.y(mean - sdnn) - top}
      />
      <line className={styles['mean']} x1={left} x2={right} y1={frame.y(mean)} y2={frame.y(mean)} />
    </>
  );
}

/** The time from each beat to the next, with their mean, their spread and the irregular ones. */
export function BeatIntervals({ evidence, sdnn }: BeatIntervalsProps): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const { language } = i18n;
  const { intervals, mean } = useMemo(() => tachogram(evidence), [evidence]);
  const times = useMemo(() => intervals.map(({ time }) => time), [intervals]);
  const values = useMemo(() => intervals.map(({ ms }) => ms), [intervals]);
  const [low, high] = spread(values, 0.15);
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, MIN_RANGE_MS / 2);
  return (
    <Plot
      label={t('intervals.title')}
      points={times}
      heightAt={(index) => values[index] ?? null}
      height={PLOT_HEIGHT}
      margin={margins(true)}
      y={[middle - half, middle + half]}
      readout={(index) => {
        const interval = intervals[index];
        if (interval === undefined) return '';
        return t('intervals.at', {
          ms: formatNumber(interval.ms, 0, language),
          seconds: formatNumber(interval.time, 1, language),
          use: t(`use.${interval.use}`),
        });
      }}
    >
      {(frame) => (
        <>
          {mean !== null && sdnn !== null && <Deviation frame={frame} mean={mean} sdnn={sdnn} />}
          <Axes frame={frame} label={t('axis.seconds')} language={language} hasNumbers />
          <path className={styles['thin']} d={linePath(frame, times, values)} />
          {intervals.map(({ time, ms, use }) => (
            <IntervalMark key={time} x={frame.x(time)} y={frame.y(ms)} use={use} radius={3.2} />
          ))}
        </>
      )}
    </Plot>
  );
}
