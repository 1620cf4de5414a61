// SPDX-License-Identifier: Apache-2.0
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { paletteOf, type Palette } from './palette.ts';
import styles from './Plot.module.css';

export interface PlotProps {
  /** What it shows, for readers. */
  readonly label: string;
  readonly data: uPlot.AlignedData;
  /** CSS pixels. */
  readonly height: number;
  /** Everything but size and cursor, in the colours of the theme. */
  readonly options: (palette: Palette) => Omit<uPlot.Options, 'width' | 'height' | 'cursor'>;
  /** Says the point at an index in words. */
  readonly readout: (index: number) => string;
  /** What one arrow key moves, in points. */
  readonly step?: number;
}

const DARK = '(prefers-color-scheme: dark)';

/**
 * A canvas chart that is read along with the pointer or the arrow keys: for readers it is a slider over its points,
 * whose value is what stands there.
 */
export function Plot({ label, data, height, options, readout, step = 1 }: PlotProps): ReactNode {
  const stage = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const [index, setIndex] = useState<number | null>(null);
  const last = data[0].length - 1;
  const build = useEffectEvent((place: HTMLDivElement): uPlot => {
    return new uPlot(
      {
        ...options(paletteOf(place)),
        width: Math.max(1, place.clientWidth),
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
        hooks: {
          ...options(paletteOf(place)).hooks,
          setCursor: [(self) => setIndex(self.cursor.idx ?? null)],
        },
      },
      data,
      place,
    );
  });

  useEffect(() => {
    const place = stage.current;
    if (place === null) return;
    const draw = (): void => {
      chart.current?.destroy();
      chart.current = build(place);
    };
    draw();
    const theme = window.matchMedia(DARK);
    const size = new ResizeObserver(() => {
      chart.current?.setSize({ width: Math.max(1, place.clientWidth), height });
    });
    theme.addEventListener('change', draw);
    size.observe(place);
    return () => {
      theme.removeEventListener('change', draw);
      size.disconnect();
      chart.current?.destroy();
      chart.current = null;
    };
  }, [data, height]);

  const moveTo = (next: number): void => {
    const self = chart.current;
    const at = Math.min(last, Math.max(0, next));
    const x = data[0][at];
    if (self === null || x === undefined) return;
    self.setCursor({ left: self.valToPos(x, 'x'), top: 0 });
    // A wide chart scrolls in its frame: the point that is read stays in sight.
    const line = self.root.querySelector('.u-cursor-x');
    line?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    setIndex(at);
  };
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
    moveTo(target);
  };

  return (
    <div className={styles['plot']}>
      <div
        ref={stage}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={index ?? 0}
        aria-valuetext={readout(index ?? 0)}
        className={styles['stage']}
        onKeyDown={onKeyDown}
      />
      <p className={styles['readout']} aria-hidden="true">
        {index === null ? '\u00a0' : readout(index)}
      </p>
    </div>
  );
}
