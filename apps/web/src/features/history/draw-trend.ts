// SPDX-License-Identifier: Apache-2.0
/** The trend on a canvas. Fetched when the first one is shown. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { TrendPoint } from './history-view.ts';

const HEIGHT = 240;

export interface TrendText {
  readonly locale: string;
  readonly format: (value: number) => string;
}

const token = (element: Element, name: string): string =>
  getComputedStyle(element).getPropertyValue(name).trim();

/** A band of one standard deviation to either side, a line, a dot for each measurement. */
function optionsFor(
  host: HTMLElement,
  { locale, format }: TrendText,
): Omit<uPlot.Options, 'width'> {
  const accent = token(host, '--accent');
  const ink = token(host, '--ink-soft');
  const line = token(host, '--line');
  const font = `13px ${token(host, '--font')}`;
  const axis = { stroke: ink, font, grid: { stroke: line, width: 1 }, ticks: { show: false } };
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  return {
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    series: [
      {},
      { stroke: 'transparent', points: { show: false } },
      { stroke: 'transparent', points: { show: false } },
      { stroke: accent, width: 2, points: { show: true, size: 8, fill: accent, stroke: accent } },
    ],
    bands: [{ series: [1, 2], fill: token(host, '--accent-soft') }],
    axes: [
      {
        ...axis,
        space: 70,
        values: (_, seconds) => seconds.map((second) => day.format(second * 1000)),
      },
      { ...axis, size: 56, values: (_, values) => values.map(format) },
    ],
  };
}

/** Draws the trend into an element and keeps it as wide as that is. @returns for taking it away. */
export function drawTrend(
  host: HTMLElement,
  points: readonly TrendPoint[],
  text: TrendText,
): () => void {
  const spread = (sign: 1 | -1): (number | null)[] =>
    points.map(({ value, uncertainty }) =>
      uncertainty === null ? null : value + sign * uncertainty,
    );
  const data: uPlot.AlignedData = [
    points.map(({ at }) => at / 1000),
    spread(1),
    spread(-1),
    points.map(({ value }) => value),
  ];
  const width = (): number => Math.max(240, host.clientWidth);
  let plot: uPlot | null = null;
  const draw = (): void => {
    plot?.destroy();
    plot = new uPlot({ ...optionsFor(host, text), width: width() }, data, host);
  };
  draw();
  const resized = new ResizeObserver(() => plot?.setSize({ width: width(), height: HEIGHT }));
  resized.observe(host);
  const scheme = window.matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', draw);
  return () => {
    resized.disconnect();
    scheme.removeEventListener('change', draw);
    plot?.destroy();
  };
}
