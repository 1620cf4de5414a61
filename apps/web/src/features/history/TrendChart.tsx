// SPDX-License-Identifier: Apache-2.0
import { LeftAxis, LowerAxis } from '@perfuse/ui/chart/Axes.tsx';
import { Chart } from '@perfuse/ui/chart/Chart.tsx';
import { areaPath, linePath, timeTicks } from '@perfuse/ui/chart/frame.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { METRICS, type MetricId } from '../../metrics/metrics.ts';
import styles from './History.module.css';
import type { TrendPoint } from './history-view.ts';

const HEIGHT = 240;
const MARGIN = { top: 10, right: 16, bottom: 30, left: 56 };

export interface TrendChartProps {
  readonly id: MetricId;
  readonly label: string;
  readonly points: readonly TrendPoint[];
}

/** A band of one standard deviation to either side, a line, a dot for each measurement. */
export function TrendChart({ id, label, points }: TrendChartProps): ReactNode {
  const { i18n } = useTranslation('history');
  const { language } = i18n;
  const times = points.map(({ at }) => at);
  const values = points.map(({ value }) => value);
  const edge = (sign: 1 | -1): (number | null)[] =>
    points.map(({ value, uncertainty }) =>
      uncertainty === null ? null : value + sign * uncertainty,
    );
  const [lower, upper] = [edge(-1), edge(1)];
  const all = [...values, ...lower, ...upper].filter((value) => value !== null);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const padding = 0.1 * (high - low) || 1;
  const from = times[0] ?? 0;
  const to = times.at(-1) ?? 1;
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  return (
    <div className={styles['chart']}>
      <Chart
        label={label}
        height={HEIGHT}
        margin={MARGIN}
        x={[from, to]}
        y={[low - padding, high + padding]}
      >
        {(frame) => (
          <>
            <LowerAxis
              frame={frame}
              ticks={timeTicks(from, to, (frame.right - frame.left) / 110)}
              format={(at) => day.format(at)}
            />
            <LeftAxis
              frame={frame}
              ticks={frame.yTicks(34)}
              format={(value) => formatNumber(value, METRICS[id].decimals, language)}
            />
            <path className={styles['band']} d={areaPath(frame, times, lower, upper)} />
            <path className={styles['line']} d={linePath(frame, times, values)} />
            {points.map(({ at, value }) => (
              <circle
                key={at}
                className={styles['dot']}
                cx={frame.x(at)}
                cy={frame.y(value)}
                r={4}
              />
            ))}
          </>
        )}
      </Chart>
    </div>
  );
}
