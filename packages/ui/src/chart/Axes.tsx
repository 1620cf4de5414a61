// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './Chart.module.css';
import type { ChartFrame } from './frame.ts';

export interface LowerAxisProps {
  readonly frame: ChartFrame;
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  /** Name of the quantity, below the numbers. */
  readonly label?: string;
}

/** Numbers below a chart, with fine vertical lines. */
export function LowerAxis(props: LowerAxisProps): ReactNode {
  const { frame, ticks, format, label } = props;
  const { left, right, top, bottom, height } = frame;
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            className={styles['grid']}
            d={`M${String(frame.x(tick))} ${String(top)}V${String(bottom)}`}
          />
          <text className={styles['tick']} x={frame.x(tick)} y={bottom + 16} textAnchor="middle">
            {format(tick)}
          </text>
        </g>
      ))}
      {label !== undefined && (
        <text className={styles['tick']} x={(left + right) / 2} y={height - 4} textAnchor="middle">
          {label}
        </text>
      )}
    </g>
  );
}

export interface LeftAxisProps {
  readonly frame: ChartFrame;
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
}

/** Numbers left of a chart, with fine horizontal lines. */
export function LeftAxis({ frame, ticks, format }: LeftAxisProps): ReactNode {
  const { left, right } = frame;
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            className={styles['grid']}
            d={`M${String(left)} ${String(frame.y(tick))}H${String(right)}`}
          />
          <text
            className={styles['tick']}
            x={left - 6}
            y={frame.y(tick)}
            dy="0.35em"
            textAnchor="end"
          >
            {format(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}
