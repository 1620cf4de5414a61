// SPDX-License-Identifier: Apache-2.0
import type { IntervalUse } from '@perfuse/contract/results/evidence';
import { chartFrame, linePath } from '@perfuse/ui/chart/frame.ts';
import type { ReactNode } from 'react';
import { IntervalMark } from '../evidence/IntervalKinds.tsx';
import styles from './PrintReport.module.css';

export interface StaticPlotProps {
  readonly label: string;
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  readonly limits: readonly [number, number];
  /** Shaded ranges of the lower axis. */
  readonly bands?: readonly (readonly [number, number])[];
  readonly marks?: readonly {
    readonly x: number;
    readonly y: number;
    /** Set for the mark of an interval. */
    readonly use?: IntervalUse;
  }[];
  /** Numbers of the lower axis with their positions. */
  readonly ticks: readonly { readonly x: number; readonly text: string }[];
  readonly height?: number;
}

const WIDTH = 700;
const MARGIN = { top: 0, right: 0, bottom: 16, left: 0 };

/** A drawing for paper: lines that stay sharp at any size. */
export function StaticPlot(props: StaticPlotProps): ReactNode {
  const { label, x, y, limits, bands = [], marks = [], ticks, height = 100 } = props;
  const first = x[0] ?? 0;
  const last = x.at(-1) ?? 1;
  const frame = chartFrame({ width: WIDTH, height, margin: MARGIN, x: [first, last], y: limits });
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
          x={frame.x(from)}
          y={0}
          width={frame.x(to) - frame.x(from)}
          height={frame.bottom}
        />
      ))}
      <path className={styles['baseline']} d={`M0 ${String(frame.bottom)}H${String(WIDTH)}`} />
      <path className={styles['line']} d={linePath(frame, x, y)} />
      {marks.map((mark) => {
        const [at, height] = [frame.x(mark.x), frame.y(mark.y)];
        return mark.use === undefined ? (
          <circle key={mark.x} className={styles['mark']} cx={at} cy={height} r={2.2} />
        ) : (
          <IntervalMark key={mark.x} x={at} y={height} use={mark.use} radius={2.4} />
        );
      })}
      {ticks
        .filter(({ x: at }) => at >= first && at <= last)
        .map((tick) => (
          <text
            key={tick.x}
            className={styles['tick']}
            x={Math.min(WIDTH - 12, Math.max(12, frame.x(tick.x)))}
            y={height - 3}
            textAnchor="middle"
          >
            {tick.text}
          </text>
        ))}
    </svg>
  );
}
