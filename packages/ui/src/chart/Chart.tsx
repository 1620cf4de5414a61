// SPDX-License-Identifier: Apache-2.0
import { useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import styles from './Chart.module.css';
import { chartFrame, type ChartFrame, type FrameOptions } from './frame.ts';

/** Used before the first layout, and where elements have no size. */
const FALLBACK_WIDTH = 320;

export interface ChartProps extends Omit<FrameOptions, 'width'> {
  /** Accessible name; omitted where the context already names the chart. */
  readonly label?: string;
  readonly onPoint?: (x: number, frame: ChartFrame) => void;
  readonly children: (frame: ChartFrame) => ReactNode;
}

/** A drawing as wide as its container, with one unit per CSS pixel. */
export function Chart({ label, onPoint, children, ...options }: ChartProps): ReactNode {
  const svg = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(FALLBACK_WIDTH);
  useLayoutEffect(() => {
    const element = svg.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const measure = (): void => setWidth(Math.max(1, element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const frame = chartFrame({ ...options, width });
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void =>
    onPoint?.(clientX - currentTarget.getBoundingClientRect().left, frame);
  return (
    <svg
      ref={svg}
      className={styles['chart']}
      height={options.height}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      // A tap sends no move event.
      onPointerDown={point}
      onPointerMove={point}
    >
      {children(frame)}
    </svg>
  );
}
