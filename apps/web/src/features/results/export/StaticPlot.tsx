// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './PrintReport.module.css';

export interface StaticPlotProps {
  readonly label: string;
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  readonly limits: readonly [number, number];
  /** Shaded parts of the lower axis. */
  readonly bands?: readonly (readonly [number, number])[];
  readonly marks?: readonly { readonly x: number; readonly y: number; readonly alert?: boolean }[];
  /** Numbers of the lower axis with their places. */
  readonly ticks: readonly { readonly x: number; readonly text: string }[];
  readonly height?: number;
}

const WIDTH = 700;
const AXIS = 16;

/** A drawing for paper: lines that stay sharp at any size. */
export function StaticPlot(props: StaticPlotProps): ReactNode {
  const { label, x, y, limits, bands = [], marks = [], ticks, height = 100 } = props;
  const first = x[0] ?? 0;
  const last = x.at(-1) ?? 1;
  const [low, high] = limits;
  const placeX = (value: number): number =>
    ((value - first) / Math.max(last - first, 1e-9)) * WIDTH;
  const placeY = (value: number): number =>
    (1 - (value - low) / Math.max(high - low, 1e-9)) * (height - AXIS);
  const point = (px: number, py: number): string => `${px.toFixed(1)} ${py.toFixed(1)}`;
  const path = y
    .map((value, k) => {
      if (value === null) return '';
      const isStart = k === 0 || y[k - 1] === null;
      return `${isStart ? 'M' : 'L'}${point(placeX(x[k] ?? 0), placeY(value))}`;
    })
    .join('');
  return (
    <svg
      className={styles['plot']}
      viewBox={`0 0 ${String(WIDTH)} ${String(height)}`}
      role="img"
      aria-label={label}
    >
      {bands.map(([from, to]) => (
        <rect
          key={from}
          className={styles['band']}
          x={placeX(from)}
          y={0}
          width={placeX(to) - placeX(from)}
          height={height - AXIS}
        />
      ))}
      <path className={styles['baseline']} d={`M0 ${String(height - AXIS)}H${String(WIDTH)}`} />
      <path className={styles['line']} d={path} />
      {marks.map((mark) => (
        <circle
          key={mark.x}
          className={mark.alert === true ? styles['alert'] : styles['mark']}
          cx={placeX(mark.x)}
          cy={placeY(mark.y)}
          r={mark.alert === true ? 3.6 : 2.2}
        />
      ))}
      {ticks
        .filter(({ x: at }) => at >= first && at <= last)
        .map((tick) => (
          <text
            key={tick.x}
            className={styles['tick']}
            x={Math.min(WIDTH - 12, Math.max(12, placeX(tick.x)))}
            y={height - 3}
            textAnchor="middle"
          >
            {tick.text}
          </text>
        ))}
    </svg>
  );
}
