// SPDX-License-Identifier: Apache-2.0
import { Chart, type ChartProps } from '@perfuse/ui/chart/Chart.tsx';
import type { ChartFrame } from '@perfuse/ui/chart/frame.ts';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Plot.module.css';

export interface PlotProps extends Omit<ChartProps, 'label' | 'onPoint' | 'x'> {
  /** What it shows, for screen readers. */
  readonly label: string;
  /** Positions of the points on the lower axis, ascending. */
  readonly points: readonly number[];
  /** Height of the point at an index; null in a gap. */
  readonly heightAt: (index: number) => number | null;
  /** Describes the point at an index. */
  readonly readout: (index: number) => string;
  /** Number of points that one arrow key moves. */
  readonly step?: number;
}

function nearest(points: readonly number[], frame: ChartFrame, x: number): number {
  const distance = (index: number): number => Math.abs(frame.x(points[index] ?? 0) - x);
  return points.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0);
}

/** A vertical line at the selected point, kept in view where a wide chart scrolls in its frame. */
function Cursor({ frame, x, y }: { frame: ChartFrame; x: number; y: number | null }): ReactNode {
  const line = useRef<SVGLineElement>(null);
  useEffect(() => line.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [x]);
  return (
    <>
      <line
        ref={line}
        className={styles['cursor']}
        x1={frame.x(x)}
        x2={frame.x(x)}
        y1={frame.top}
        y2={frame.bottom}
      />
      {y !== null && <circle className={styles['point']} cx={frame.x(x)} cy={frame.y(y)} r={4} />}
    </>
  );
}

/**
 * A chart that can be read with a finger, the pointer or the arrow keys: for screen readers it is a slider over its
 * points, whose value is the description of the point.
 */
export function Plot(props: PlotProps): ReactNode {
  const { label, points, heightAt, readout, step = 1, children, ...options } = props;
  const [index, setIndex] = useState<number | null>(null);
  const last = Math.max(0, points.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = index ?? 0;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: from + step,
      ArrowUp: from + step,
      ArrowLeft: from - step,
      ArrowDown: from - step,
      PageUp: from + 10 * step,
      PageDown: from - 10 * step,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setIndex(Math.min(last, Math.max(0, target)));
  };
  return (
    <div className={styles['plot']}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index ?? 0}
        aria-valuetext={readout(index ?? 0)}
        className={styles['stage']}
        onKeyDown={onKeyDown}
        // A finger leaves as soon as it is lifted, before the person has read the selected point.
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') setIndex(null);
        }}
      >
        <Chart
          {...options}
          x={[points[0] ?? 0, points[last] ?? 1]}
          onPoint={(x, frame) => setIndex(nearest(points, frame, x))}
        >
          {(frame) => (
            <>
              {children(frame)}
              {index !== null && (
                <Cursor frame={frame} x={points[index] ?? 0} y={heightAt(index)} />
              )}
            </>
          )}
        </Chart>
      </div>
      <p className={styles['readout']} aria-hidden="true">
        {index === null ? '\u00a0' : readout(index)}
      </p>
    </div>
  );
}
