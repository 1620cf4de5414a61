// SPDX-License-Identifier: Apache-2.0
import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './Chart.module.css';

const BAR_WIDTH = 10;
const HEIGHT = 120;

export interface StackedBarsProps<K extends string> {
  /** Layers from the lowest to the highest, each with the class that colours it. */
  readonly layers: Readonly<Record<K, string | undefined>>;
  readonly bars: readonly Readonly<Record<NoInfer<K>, number>>[];
  readonly className?: string | undefined;
}

/** Bars of the same width, each the sum of its layers. Decorates a table with the same data. */
export function StackedBars<K extends string>(props: StackedBarsProps<K>): ReactNode {
  const { layers, bars, className } = props;
  const keys = Object.keys(layers) as K[]; // The record has no other keys.
  const series = stack<Readonly<Record<K, number>>, K>().keys(keys)([...bars]);
  const most = Math.max(1, ...series.flat().map(([, top]) => top));
  const width = BAR_WIDTH * Math.max(1, bars.length);
  const x = scaleBand([...bars.keys()], [0, width]).padding(0.2);
  const y = scaleLinear([0, most], [HEIGHT, 0]);
  return (
    <svg
      className={classes(styles['bars'], className)}
      viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {series.map((layer) =>
        layer.map(([low, high], bar) => (
          <rect
            key={`${layer.key}-${String(bar)}`}
            className={layers[layer.key]}
            x={x(bar)}
            y={y(high)}
            width={x.bandwidth()}
            height={y(low) - y(high)}
          />
        )),
      )}
    </svg>
  );
}
