// SPDX-License-Identifier: Apache-2.0
import { LeftAxis, LowerAxis } from '@perfuse/ui/chart/Axes.tsx';
import { Chart } from '@perfuse/ui/chart/Chart.tsx';
import { areaPath, linePath, timeTicks } from '@perfuse/ui/chart/frame.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { momentLocale } from '../../i18n/moment-locale.ts';
import { decimalsOf } from '../../metrics/metric-format.ts';
import styles from './History.module.css';
import type { TrendPoint } from './history-view.ts';

const HEIGHT = 240;
/** The right margin has room for half a date. */
const MARGIN = { top: 10, right: 40, bottom: 30, left: 56 };
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

interface TimeAxis {
  /** Wide enough for a label. */
  readonly space: number;
  readonly format: (at: number) => string;
}

/** Labels for a span of time, chosen so that no two neighbours are the same. */
function timeAxis(span: number): TimeAxis {
  const hasSeconds = span < 10 * MINUTE_MS;
  const hasYears = span >= YEAR_MS;
  const locale = momentLocale();
  const dates = new Intl.DateTimeFormat(
    locale,
    hasYears ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' },
  );
  const times = new Intl.DateTimeFormat(locale, { timeStyle: hasSeconds ? 'medium' : 'short' });
  return {
    space: hasSeconds || hasYears ? 90 : 70,
    format: (at) => (at === new Date(at).setHours(0, 0, 0, 0) ? dates : times).format(at),
  };
}

/** Formats each number with as many decimals as the one that needs most. */
function numberFormat(ticks: readonly number[], language: string): (value: number) => string {
  const decimals = Math.max(...ticks.map(decimalsOf));
  return (value) => formatNumber(value, decimals, language);
}

export interface TrendChartProps {
  readonly label: string;
  /** Empty for a quantity that has none. */
  readonly unit: string;
  readonly points: readonly TrendPoint[];
}

/** A band of one standard deviation to either side, a line, a dot for each measurement. No quantity is below zero. */
export function TrendChart({ label, unit, points }: TrendChartProps): ReactNode {
  const { i18n } = useTranslation('history');
  const { language } = i18n;
  const times = points.map(({ at }) => at);
  const values = points.map(({ value }) => value);
  const edge = (sign: 1 | -1): (number | null)[] =>
    points.map(({ value, uncertainty }) =>
      uncertainty === null ? null : Math.max(0, value + sign * uncertainty),
    );
  const [lower, upper] = [edge(-1), edge(1)];
  const all = [...values, ...lower, ...upper].filter((value) => value !== null);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const padding = 0.1 * (high - low) || 1;
  const from = times[0] ?? 0;
  const to = times.at(-1) ?? 1;
  const { space, format } = timeAxis(to - from);
  return (
    <div className={styles['chart']}>
      {unit !== '' && <p className={styles['quiet']}>{unit}</p>}
      <Chart
        label={label}
        height={HEIGHT}
        margin={MARGIN}
        x={[from, to]}
        y={[Math.max(0, low - padding), high + padding]}
      >
        {(frame) => (
          <>
            <LowerAxis
              frame={frame}
              ticks={timeTicks(from, to, ((to - from) * space) / (frame.right - frame.left))}
              format={format}
            />
            <LeftAxis
              frame={frame}
              ticks={frame.yTicks(34)}
              format={numberFormat(frame.yTicks(34), language)}
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
